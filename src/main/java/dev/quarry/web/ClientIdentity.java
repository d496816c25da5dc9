package dev.quarry.web;

import dev.quarry.engine.fair.ClientId;
import jakarta.servlet.http.HttpServletRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Tells who asks: a configured key, else the address that the request comes from. */
@Component
final class ClientIdentity {

    private static final String FORWARDED_FOR = "X-Forwarded-For";
    private static final int NETWORK_BITS = 64;

    private final String keyHeader;
    private final Map<String, ClientId> keys = new HashMap<>();
    private final List<AddressRange> proxies;

    ClientIdentity(ClientSettings settings) {
        keyHeader = settings.keyHeader();
        // Reports name clients, and keys are secrets.
        settings.keys().forEach(key -> keys.put(key, new ClientId("key " + keys.size())));
        proxies = settings.trustedProxies().stream().map(AddressRange::parse).toList();
    }

    /** Whose request this is. */
    ClientId of(HttpServletRequest request) {
        ClientId known = keys.isEmpty() ? null : keys.get(request.getHeader(keyHeader));
        return known != null ? known : new ClientId(address(request));
    }

    /** Whose the connections from this address are; null for a trusted proxy, which has those of many. */
    @Nullable
    ClientId ofConnections(InetAddress address) {
        return isTrusted(address) ? null : new ClientId(network(address));
    }

    private String address(HttpServletRequest request) {
        String peer = request.getRemoteAddr();
        InetAddress address = parse(peer);
        if (address == null) {
            return String.valueOf(peer);
        }
        return isTrusted(address) ? network(forwarded(address, request)) : network(address);
    }

    private boolean isTrusted(InetAddress address) {
        return proxies.stream().anyMatch(range -> range.contains(address));
    }

    /** The last address that no trusted proxy has; what stands before it anybody can have written. */
    private InetAddress forwarded(InetAddress proxy, HttpServletRequest request) {
        List<String> hops = Arrays.asList(String.join(",", Collections.list(request.getHeaders(FORWARDED_FOR)))
                .split(",", -1));
        InetAddress nearest = proxy;
        for (String hop : hops.reversed()) {
            InetAddress address = parse(hop.strip());
            if (address == null) {
                return nearest;
            }
            nearest = address;
            if (!isTrusted(address)) {
                return nearest;
            }
        }
        return nearest;
    }

    private static @Nullable InetAddress parse(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException notAnAddress) {
            return null;
        }
    }

    /** An address, or the network of an IPv6 one: whoever has one of its addresses has all. */
    private static String network(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address.getHostAddress();
        }
        try {
            byte[] prefix = AddressRange.prefix(address.getAddress(), NETWORK_BITS);
            return InetAddress.getByAddress(prefix).getHostAddress() + "/" + NETWORK_BITS;
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("sixteen bytes are an address", impossible);
        }
    }
}
