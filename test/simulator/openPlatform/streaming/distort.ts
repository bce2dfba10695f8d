import type { FaultRule, StreamFault } from '../faults';
import { failureFrame, frame, type AnswerFrame } from './answers';

/** The next step on a connection: a frame is sent, it is closed regularly, or it is cut. */
export type Step = { frame: string; binary?: boolean } | 'close' | 'cut';

const MEGABYTE = 1024 * 1024;

/** The steps of an answer with a fault. Without a fault: all frames, then the connection is closed. */
export function distortFrames(frames: AnswerFrame[], fault: FaultRule | undefined): Step[] {
	const steps = frames.map(written);
	const begun = steps.slice(0, Math.max(1, Math.floor(steps.length / 2)));
	switch (fault?.kind) {
		case 'drop':
		case 'half':
			return [...begun, 'cut'];
		case 'stall':
			return fault.after === 'half' ? begun : [];
		case 'code':
			return fault.afterFrames === undefined
				? [...steps, 'close']
				: [
						...steps.slice(0, fault.afterFrames),
						written(codeFrame(frames, fault.code, fault.desc)),
						'close',
					];
		case 'stream':
			return streamSteps(frames, fault, begun);
		default:
			return [...steps, 'close'];
	}
}

function streamSteps(frames: AnswerFrame[], fault: StreamFault, begun: Step[]): Step[] {
	const steps = frames.map(written);
	const audio = frames.find(({ data }) => data !== null);
	const sid = audio?.sid ?? '';
	const replaced = (step: Step): Step[] => [step, ...steps.slice(1), 'close'];
	switch (fault.stream) {
		case 'closeEarly':
			return [...begun, 'close'];
		case 'malformed':
			return replaced({ frame: JSON.stringify(frames[0]).slice(0, -8) });
		case 'notBase64':
			return replaced(written(frame(sid, { audio: '*not base64*', status: 1, ced: '1' })));
		case 'noStatus':
			return replaced({
				frame: JSON.stringify({
					code: 0,
					message: 'success',
					sid,
					data: { audio: 'AAA=', ced: '1' },
				}),
			});
		case 'afterEnd':
			return [
				...steps,
				written(frame(sid, { audio: audio?.data?.audio ?? '', status: 1, ced: '1' })),
				'close',
			];
		case 'huge':
			return replaced(
				written(
					frame(sid, {
						audio: Buffer.alloc((fault.megabytes ?? 8) * MEGABYTE).toString('base64'),
						status: 1,
						ced: '1',
					}),
				),
			);
		case 'binary':
			return replaced({ frame: JSON.stringify(frames[0]), binary: true });
		case 'noSound':
			return [written(frame(sid, { audio: 'AA==', status: 2, ced: '0' })), 'close'];
		case 'noAudio':
			return [
				written(frame(sid, null)),
				written(frame(sid, { audio: '', status: 2, ced: '0' })),
				'close',
			];
		case 'openEnd':
			return steps;
	}
}

function codeFrame(
	[first]: AnswerFrame[],
	code: string,
	message = 'ordered by a test',
): AnswerFrame {
	return failureFrame(Number(code), message, first?.sid ?? '');
}

function written(answer: AnswerFrame): Step & { frame: string } {
	return { frame: JSON.stringify(answer) };
}
