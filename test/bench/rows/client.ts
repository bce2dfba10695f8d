import axios from 'axios';
import { DEFAULT_APP_KEY, DEFAULT_APP_SECRET } from '../../simulator/aiCall/config';

/** A script of the local platform, a line that can call with this script, and the columns of the script. */
export const SCRIPT = '5201';
export const LINE = '055168204601';
export const COLUMNS = ['客户手机号码', '姓名', '预约时间'];

const ROOT = '/call/v1/service/v1/aicall';

/** The data of a credential for the local platform at this address. */
export function credentialAt(url: string) {
	return { appKey: DEFAULT_APP_KEY, appSecret: DEFAULT_APP_SECRET, baseUrl: `${url}/call` };
}

/** The nth customer. */
export function customer(index: number) {
	return { 客户手机号码: String(13_800_000_000 + index), 姓名: `客户${index}`, 预约时间: '周五' };
}

/** Creates a task. Returns its ID, and the address to which rows for it are sent, with a token. */
export async function newTask(url: string): Promise<{ taskId: string; insertUrl: string }> {
	const ask = async (path: string, body: object): Promise<Record<string, unknown>> => {
		const { data } = await axios.post<{ code: number; result?: Record<string, unknown> }>(
			url + ROOT + path,
			body,
		);
		if (!data.result)
			throw new Error(`The local platform refused ${path}: ${JSON.stringify(data)}`);
		return data.result;
	};
	const { token } = await ask('/oauth/v1/token', {
		app_key: DEFAULT_APP_KEY,
		app_secret: DEFAULT_APP_SECRET,
	});
	const query = `?token=${encodeURIComponent(String(token))}`;
	const { task_id: taskId } = await ask(`/outbound/v1/task/create${query}`, {
		task_name: 'Bench',
		robot_id: SCRIPT,
		line_num: LINE,
		time_begin: Date.now(),
	});
	return { taskId: String(taskId), insertUrl: `${url}${ROOT}/outbound/v1/task/insert${query}` };
}
