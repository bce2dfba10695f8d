// Patterns of malicious npm packages. Each file of the tarball is scanned, and no rule may match.

rule runs_programs {
	strings:
		$module = /require\(["'](node:)?child_process["']\)/
		$shell = /\b(execSync|spawnSync|execFileSync|fork)\s*\(/
	condition:
		any of them
}

rule runs_text_as_code {
	strings:
		$eval = /[^.\w]eval\s*\(/
		$function = /new\s+Function\s*\(/
		$vm = /require\(["'](node:)?vm["']\)/
	condition:
		any of them
}

rule decodes_and_runs {
	strings:
		$decode = /Buffer\.from\([^)]{1,200}["'](base64|hex)["']\)|\batob\s*\(/
		$run = /[^.\w]eval\s*\(|new\s+Function\s*\(|\b_compile\s*\(/
	condition:
		all of them
}

rule reads_environment {
	strings:
		$all = /JSON\.stringify\(\s*process\.env/
		$entries = /Object\.(entries|keys|assign)\([^)]{0,20}process\.env/
		$one = /\bprocess\.env\b/
	condition:
		any of them
}

rule reads_files_of_the_machine {
	strings:
		$module = /require\(["'](node:)?(fs|fs\/promises|os)["']\)/
		$secrets = /\.(npmrc|ssh\/|aws\/credentials|netrc|bash_history|docker\/config)/
	condition:
		any of them
}

rule opens_connections_itself {
	strings:
		$module = /require\(["'](node:)?(net|tls|dgram|dns|http|https|http2)["']\)/
	condition:
		any of them
}

rule names_a_collector_of_data {
	strings:
		$host = /\b(webhook\.site|requestbin|pipedream\.net|ngrok(-free)?\.(io|app)|burpcollaborator|oast\.(pro|live|site|fun)|discord(app)?\.com\/api\/webhooks|api\.telegram\.org\/bot|pastebin\.com\/raw|transfer\.sh)/ nocase
	condition:
		any of them
}

rule is_obfuscated {
	strings:
		$names = /_0x[0-9a-f]{4,6}/
		$escapes = /(\\x[0-9a-f]{2}){40}/ nocase
		$codes = /String\.fromCharCode\((\s*\d{1,3}\s*,){20}/
	condition:
		#names > 5 or $escapes or $codes
}

rule installs_itself {
	strings:
		$script = /"(preinstall|install|postinstall|prepare)"\s*:/
	condition:
		any of them
}

rule waits_for_keys_or_clipboard {
	strings:
		$module = /(iohook|clipboardy|keylogger|xclip|pbpaste)/ nocase
	condition:
		any of them
}
