package dev.quarry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerThreadsTest {

    @ParameterizedTest
    @CsvSource({
        "http-nio-8080-Poller, true",
        "http-nio-8081-Acceptor, true",
        "Catalina-utility-1, true",
        "ForkJoinPool-1-worker-2, true",
        "http-nio-8080-exec-4, false",
        "quarry-worker-0, false",
        "main, false"
    })
    void test_threadOfTheServer_isForbidden(String name, boolean forbidden) {
        Thread thread = Thread.ofPlatform().name(name).unstarted(() -> {});
        assertThat(new ServerThreads().test(thread)).isEqualTo(forbidden);
    }

    @ParameterizedTest
    @CsvSource({"http-nio-8080-Poller", "tomcat-handler-7"})
    void test_virtualThread_isAllowed(String name) {
        Thread thread = Thread.ofVirtual().name(name).unstarted(() -> {});
        assertThat(new ServerThreads().test(thread)).isFalse();
    }
}
