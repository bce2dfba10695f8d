import type { FaultRule, StreamFault } from '../faults';
import { failureFrame, frame, type AnswerFrame } from './answers';

/** A step on a connection: sending a frame, closing the connection normally, or cutting it. */
export type Step = { frame: string; binary?: boolean } | 'close' | 'cut';

const MEGABYTE = 1024 * 1024;

/** The steps of an answer with a fault. Without a fault, all frames are sent and the connection is closed. */
export function distortFrames(frames: AnswerFrame[], fault: FaultRule | undefined): Step[] {
	const steps = frames.map(sendStep);
	const firstHalf = steps.slice(0, Math.max(1, Math.floor(steps.length / 2)));
	switch (fault?.kind) {
		case 'drop':
		case 'half':
			return [...firstHalf, 'cut'];
		case 'stall':
			return fault.after === 'half' ? firstHalf : [];
		case 'code':
			// Without `afterFrames`, the frames are already the failure with this code.
			return fault.afterFrames === undefined
				? [...steps, 'close']
				: [
						...steps.slice(0, fault.afterFrames),
						sendStep(codeFrame(frames, fault.code, fault.desc)),
						'close',
					];
		case 'stream':
			return streamSteps(frames, fault, firstHalf);
		default:
			return [...steps, 'close'];
	}
}

function streamSteps(frames: AnswerFrame[], fault: StreamFault, firstHalf: Step[]): Step[] {
	const steps = frames.map(sendStep);
	const frameWithData = frames.find(({ data }) => data !== null);
	const sid = frameWithData?.sid ?? '';
	/** All steps, with this step in the place of the first. */
	const replaceFirst = (step: Step): Step[] => [step, ...steps.slice(1), 'close'];
	switch (fault.stream) {
		case 'closeEarly':
			return [...firstHalf, 'close'];
		case 'malformed':
			// The end of the JSON is cut off.
			return replaceFirst({ frame: JSON.stringify(frames[0]).slice(0, -8) });
		case 'notBase64':
			return replaceFirst(sendStep(frame(sid, { audio: '*not base64*', status: 1, ced: '1' })));
		case 'noStatus':
			return replaceFirst({
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
				sendStep(frame(sid, { audio: frameWithData?.data?.audio ?? '', status: 1, ced: '1' })),
				'close',
			];
		case 'huge':
			return replaceFirst(
				sendStep(
					frame(sid, {
						audio: Buffer.alloc((fault.megabytes ?? 8) * MEGABYTE).toString('base64'),
						status: 1,
						ced: '1',
					}),
				),
			);
		case 'binary':
			return replaceFirst({ frame: JSON.stringify(frames[0]), binary: true });
		case 'noSound':
			return [sendStep(frame(sid, { audio: 'AA==', status: 2, ced: '0' })), 'close'];
		case 'noAudio':
			return [
				sendStep(frame(sid, null)),
				sendStep(frame(sid, { audio: '', status: 2, ced: '0' })),
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

/** The step that sends this frame. */
function sendStep(answer: AnswerFrame): Step & { frame: string } {
	return { frame: JSON.stringify(answer) };
}
