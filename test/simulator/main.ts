import { startSimulator } from '.';
void startSimulator({ port: 8377 }).then(({ url }) => process.stdout.write(`${url}\n`));
