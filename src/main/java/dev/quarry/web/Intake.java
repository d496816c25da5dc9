package dev.quarry.web;

import dev.quarry.codec.ImageHeader;
import java.util.List;

/** What a request does with its parts as they come; each method may refuse, and then nothing more is read. */
interface Intake {

    /** The parts that a multipart body may have. */
    List<String> parts();

    /** Whether only the image's header is wanted, so that its other bytes need no memory. */
    boolean headerOnly();

    /** The image's header is known; the rest of the image may still be on its way. */
    void header(ImageHeader header);

    /** The text of the {@code pipeline} part has come. */
    void pipeline(String json);
}
