package dev.quarry;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The service's entry point. */
@SpringBootApplication
public class QuarryApplication {

    /** Starts the service; {@code args} are Spring Boot's. */
    public static void main(String[] args) {
        SpringApplication.run(QuarryApplication.class, args);
    }
}
