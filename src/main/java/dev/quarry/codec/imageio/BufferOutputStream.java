package dev.quarry.codec.imageio;

import dev.quarry.storage.GrowingBuffer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import javax.imageio.stream.ImageOutputStreamImpl;

/** A growing buffer as an output of a writer that goes from front to end. */
public final class BufferOutputStream extends ImageOutputStreamImpl {

    private final GrowingBuffer output;
    private final long headBytes;
    private final Runnable afterHead;

    /**
     * Appends to {@code output}.
     *
     * @param headBytes after so many bytes written here {@code afterHead} is run, which may append more
     */
    public BufferOutputStream(GrowingBuffer output, long headBytes, Runnable afterHead) {
        this.output = output;
        this.headBytes = headBytes;
        this.afterHead = afterHead;
    }

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) {
        bitOffset = 0;
        MemorySegment bytes = MemorySegment.ofArray(source).asSlice(offset, length);
        long toHead = headBytes - streamPos;
        if (toHead > 0 && toHead <= length) {
            output.append(bytes.asSlice(0, toHead));
            afterHead.run();
            output.append(bytes.asSlice(toHead));
        } else {
            output.append(bytes);
        }
        streamPos += length;
    }

    @Override
    public void seek(long position) throws IOException {
        throw new IOException("written from front to end");
    }

    @Override
    public int read() throws IOException {
        throw new IOException("only written");
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        throw new IOException("only written");
    }
}
