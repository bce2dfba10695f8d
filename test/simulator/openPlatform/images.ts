import { createHash } from 'crypto';
import { imageSize } from 'image-size';

export interface ImageInfo {
	/** The format of the content: `jpg`, `png`, `bmp`, `gif`, `tif` or another name of the package image-size. */
	format: string;
	width: number;
	height: number;
}

/** Format and sides of an image, read from its header. Undefined if the bytes are not an image. */
export function imageInfo(bytes: Uint8Array): ImageInfo | undefined {
	try {
		const { type, width, height } = imageSize(bytes);
		return { format: type === 'tiff' ? 'tif' : (type ?? ''), width, height };
	} catch {
		return undefined;
	}
}

/** An image that has an ID from an earlier answer. A later request can send this ID instead of the image (document 1, 2.5). */
export interface KnownImage {
	name: string;
	/** The image's class in the table of violent content. */
	type: number;
}

/** The largest number of images whose IDs are kept. */
const KEPT_IMAGES = 10_000;

/** Images by ID. If there are too many, the oldest image is forgotten. */
export class ImageMemory {
	private readonly known = new Map<string, KnownImage>();
	private serial = 0;

	/** @returns the image's new ID */
	remember(bytes: Uint8Array, image: KnownImage): string {
		this.serial += 1;
		const content = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
		const id = `img${this.serial.toString(16).padStart(8, '0')}${content}`;
		this.known.set(id, image);
		const oldest = this.known.keys().next().value;
		if (this.known.size > KEPT_IMAGES && oldest !== undefined) this.known.delete(oldest);
		return id;
	}

	find(id: string): KnownImage | undefined {
		return this.known.get(id);
	}

	clear(): void {
		this.known.clear();
	}
}
