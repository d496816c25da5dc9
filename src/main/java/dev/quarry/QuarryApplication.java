package dev.quarry;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** The service's entry point. Only {@code web} is searched for components: the core has none, and reading its classes takes time. */
@SpringBootApplication(scanBasePackages = "dev.quarry.web")
@Import({ServiceConfiguration.class, DrainOnShutdown.class, StartReport.class, WarmUpLimit.class})
public class QuarryApplication {

    /** Starts the service; {@code args} are Spring Boot's. */
    public static void main(String[] args) {
        SpringApplication.run(QuarryApplication.class, args);
    }
}
