package dev.quarry.load;

/** What a hostile client does. */
enum Hostility {
    /** Posts a file that claims more pixels than any service allows. */
    CLAIM,
    /** Posts a small file of very many pixels. */
    BOMB,
    /** Leaves in the middle of an upload. */
    CUT_UPLOAD,
    /** Uploads a kilobyte a second. */
    SLOW_UPLOAD,
    /** Asks for a large result and reads it slowly, then leaves. */
    SLOW_READER,
    /** Posts a whole picture and leaves without waiting for the answer. */
    ABANDONED,
    /** Posts what is no picture. */
    GARBAGE_BODY,
    /** Sends what is no request. */
    GARBAGE_BYTES,
    /** Posts a picture of which the end is missing. */
    TRUNCATED,
    /** Sends half a request's head, and no more. */
    HALF_HEAD
}
