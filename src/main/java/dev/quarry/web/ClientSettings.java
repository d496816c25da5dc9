package dev.quarry.web;

import java.util.HashSet;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * By what clients are told apart, so that none of them takes the turns of the others. A client is the configured key that it
 * sends, else its address; of IPv6 addresses the first 64 bits.
 *
 * @param keyHeader The request header that carries a key.
 * @param keys The keys that are known. Any other key counts as none, so that inventing keys is of no use. They only tell
 *     clients apart and open nothing.
 * @param trustedProxies Addresses and ranges ({@code 10.0.0.0/8}) of proxies whose {@code X-Forwarded-For} is believed.
 *     Without them everybody behind a proxy is one client.
 */
@ConfigurationProperties("quarry.clients")
public record ClientSettings(
        @DefaultValue("X-Api-Key") String keyHeader,
        @DefaultValue List<String> keys,
        @DefaultValue List<String> trustedProxies) {

    /** Copies the lists and checks them. */
    public ClientSettings {
        keys = List.copyOf(keys);
        trustedProxies = List.copyOf(trustedProxies);
        if (!keyHeader.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
            throw new IllegalArgumentException("quarry.clients.key-header is no header's name: " + keyHeader);
        }
        if (keys.stream().anyMatch(String::isBlank) || new HashSet<>(keys).size() != keys.size()) {
            throw new IllegalArgumentException("quarry.clients.keys has an empty key, or one twice");
        }
        trustedProxies.forEach(AddressRange::parse);
    }
}
