import { createHash } from 'crypto';
import { imageSize } from 'image-size';

export interface ImageInfo {
	/** By content: `jpg`, `png`, `bmp`, `gif`, `tif` or another of image-size's names. */
	format: string;
	width: number;
	height: number;
}

/** Format and sides of an image from its header, or undefined for anything else. */
export function imageInfo(bytes: Uint8Array): ImageInfo | undefined {
	try {
		const { type, width, height } = imageSize(bytes);
		return { format: type === 'tiff' ? 'tif' : (type ?? ''), width, height };
	} catch {
		return undefined;
	}
}

/** An image to which an answer gave an ID (document 1, 2.5: it can be sent instead of the image). */
export interface KnownImage {
	name: string;
	/** Class of the violent-content table. */
	type: number;
}

const REMEMBERED = 10_000;

/** Images by their ids, the oldest forgotten first. */
export class ImageMemory {
	private readonly known = new Map<string, KnownImage>();
	private serial = 0;

	/** @returns the new image's id */
	remember(bytes: Uint8Array, image: KnownImage): string {
		this.serial += 1;
		const content = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
		const id = `img${this.serial.toString(16).padStart(8, '0')}${content}`;
		this.known.set(id, image);
		const oldest = this.known.keys().next().value;
		if (this.known.size > REMEMBERED && oldest !== undefined) this.known.delete(oldest);
		return id;
	}

	find(id: string): KnownImage | undefined {
		return this.known.get(id);
	}

	clear(): void {
		this.known.clear();
	}
}
