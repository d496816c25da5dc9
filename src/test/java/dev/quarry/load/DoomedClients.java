package dev.quarry.load;

import dev.quarry.load.HostileClient.Bodies;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/** A process of clients in the middle of uploads, waiting and reading, made to be killed. */
public final class DoomedClients {

    private static final int OF_EACH_KIND = 8;
    private static final Hostility[] KINDS = {Hostility.SLOW_UPLOAD, Hostility.TRUNCATED, Hostility.SLOW_READER};

    private DoomedClients() {}

    /** Goes on until it is killed; the argument is the service's port. */
    public static void main(String[] arguments) throws Exception {
        InetSocketAddress server =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        Bodies bodies = Bodies.around(LoadPictures.jpeg(3000, 2000));
        try (Crowd crowd = Crowd.of(KINDS.length * OF_EACH_KIND, client -> {
            HostileClient visitor =
                    new HostileClient(server, Addresses.ofClient(client), bodies, Duration.ofSeconds(60));
            int ignored = visitor.visit(KINDS[client % KINDS.length]);
        })) {
            Thread.sleep(Duration.ofSeconds(60));
            crowd.stop();
        }
    }
}
