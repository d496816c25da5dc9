package dev.quarry.engine.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ThreadPriorityTest {

    // Fields after the command's closing parenthesis; nice is the 19th of all.
    private static final int NICE_AFTER_COMMAND = 16;

    private static int niceOfThisThread() {
        try {
            String stat = Files.readString(Path.of("/proc/thread-self/stat"));
            return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[NICE_AFTER_COMMAND]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void lower_ofOneThread_changesThatThreadOnly() throws Exception {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "priorities of threads are Linux's");
        ThreadPriority priority = ThreadPriority.load();
        int before = niceOfThisThread();
        CompletableFuture<Integer> other = new CompletableFuture<>();
        Thread lowered = Thread.ofPlatform().start(() -> {
            assertThat(priority.lower(ThreadPriority.LEAST)).isTrue();
            other.complete(niceOfThisThread());
        });
        lowered.join();
        assertThat(other.join()).isEqualTo(ThreadPriority.LEAST);
        assertThat(niceOfThisThread()).isEqualTo(before);
    }
}
