package dev.quarry.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.core.Appender;
import dev.quarry.storage.StorageDebug.Action;
import dev.quarry.storage.StorageFault.Kind;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What becomes of a fault: by the action it is thrown, logged or the end of the process, and few of many are logged. */
class FaultReporterTest {

    private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

    private final List<String> log = new ArrayList<>();
    private int halts;
    private long now = Long.MAX_VALUE - MINUTE_NANOS / 2;

    private FaultReporter reporter(Action action) {
        FaultReporter.Outlet outlet = new FaultReporter.Outlet() {
            @Override
            public void log(String report) {
                log.add(report);
            }

            @Override
            public void halt() {
                halts++;
            }
        };
        return new FaultReporter(action, outlet, () -> now);
    }

    private static StorageFault fault(Kind kind, int number) {
        return new StorageFault(kind, "as number " + number, 0, null, List.of());
    }

    @Test
    void report_whereFaultsAreThrown_throwsEachAndLogsNone() {
        FaultReporter reporter = reporter(Action.THROW);
        for (int i = 0; i < 20; i++) {
            StorageFault fault = fault(Kind.DOUBLE_RELEASE, i);
            StorageFault thrown = assertThrows(StorageFaultException.class, () -> reporter.report(fault))
                    .fault();
            assertEquals(fault, thrown);
        }
        assertEquals(20, reporter.counts().get(Kind.DOUBLE_RELEASE));
        assertEquals(List.of(), log);
    }

    @Test
    void report_moreThanTenOfAKindInAMinute_logsTenAndCountsAll() {
        FaultReporter reporter = reporter(Action.LOG);
        for (int i = 0; i < 25; i++) {
            reporter.report(fault(Kind.WRITE_AFTER_BLOCK, i));
            now += MINUTE_NANOS / 25;
        }
        assertEquals(FaultReporter.MOST_LOGGED, log.size());
        assertTrue(log.getLast().contains("as number 9"), log.getLast());
        assertEquals(25, reporter.counts().get(Kind.WRITE_AFTER_BLOCK));
    }

    @Test
    void report_afterAMinute_logsAgainAndSaysHowManyWereWithheld() {
        FaultReporter reporter = reporter(Action.LOG);
        for (int i = 0; i < 25; i++) {
            reporter.report(fault(Kind.WRITE_AFTER_BLOCK, i));
        }
        now += MINUTE_NANOS + 1;
        reporter.report(fault(Kind.WRITE_AFTER_BLOCK, 25));
        reporter.report(fault(Kind.WRITE_AFTER_BLOCK, 26));
        assertEquals(12, log.size());
        assertTrue(log.get(10).contains("as number 25"), log.get(10));
        assertTrue(log.get(10).endsWith("and 15 of this kind before, not logged"), log.get(10));
        assertFalse(log.get(11).contains("not logged"), log.get(11));
    }

    @Test
    void report_ofAnotherKind_isNotHeldBack() {
        FaultReporter reporter = reporter(Action.LOG);
        for (int i = 0; i < 15; i++) {
            reporter.note(fault(Kind.WRITE_AFTER_BLOCK, i));
        }
        reporter.note(fault(Kind.LOST_HANDLE, 15));
        assertEquals(11, log.size());
        assertTrue(log.getLast().contains("as number 15"), log.getLast());
    }

    @Test
    void note_whereFaultsAreThrown_logsInstead() {
        FaultReporter reporter = reporter(Action.THROW);
        reporter.note(fault(Kind.LOST_HANDLE, 1));
        assertEquals(1, log.size());
        assertEquals(1, reporter.counts().get(Kind.LOST_HANDLE));
    }

    @Test
    void report_whereTheProcessEnds_isLoggedFirstHoweverManyThereWere() {
        FaultReporter reporter = reporter(Action.HALT);
        for (int i = 0; i < 12; i++) {
            reporter.report(fault(Kind.WRITE_AFTER_BLOCK, i));
        }
        assertEquals(12, log.size());
        assertEquals(12, halts);
    }

    /** A process whose storage ends it at the first fault; its exit code and what it printed. */
    private record Ended(int exitCode, String output) {

        static Ended of(Path directory) throws IOException, InterruptedException {
            Path output = directory.resolve("output");
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "--add-modules=jdk.incubator.vector",
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            classPath(
                                    BlockStorage.class,
                                    HaltingMain.class,
                                    LoggerFactory.class,
                                    LoggerFactory.getILoggerFactory().getClass(),
                                    Appender.class),
                            HaltingMain.class.getName())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it did not end");
                return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
            } finally {
                process.destroyForcibly();
            }
        }
    }

    /** The places that some classes came from. */
    private static String classPath(Class<?>... classes) {
        return Arrays.stream(classes)
                .map(type -> Path.of(URI.create(type.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toString()))
                        .toString())
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    void halt_atTheFirstFault_endsTheProcessAtOnceWithItsReport(@TempDir Path directory) throws Exception {
        Ended ended = Ended.of(directory);
        assertEquals(70, ended.exitCode(), ended.output());
        assertTrue(ended.output().contains("storage fault: write after the end of a block"), ended.output());
        assertTrue(ended.output().contains(HaltingMain.BEFORE), ended.output());
        assertFalse(ended.output().contains(HaltingMain.AFTER), ended.output());
        assertFalse(ended.output().contains(HaltingMain.HOOK), ended.output());
    }
}
