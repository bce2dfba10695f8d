export declare function makeRunFolder(): void;
export declare function removeRunFolder(): void;
