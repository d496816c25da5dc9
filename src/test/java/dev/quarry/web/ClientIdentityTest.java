package dev.quarry.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;

class ClientIdentityTest {

    private final ClientIdentity plain = new ClientIdentity(new ClientSettings("X-Api-Key", List.of(), List.of()));
    private final ClientIdentity configured = new ClientIdentity(new ClientSettings(
            "X-Api-Key", List.of("secret-one", "secret-two"), List.of("10.0.0.0/8", "fd00::/8", "192.0.2.1")));

    private static MockHttpServletRequest from(String address) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setRemoteAddr(address);
        return request;
    }

    private static MockHttpServletRequest forwarded(String peer, String... values) {
        MockHttpServletRequest request = from(peer);
        for (String value : values) {
            request.addHeader("X-Forwarded-For", value);
        }
        return request;
    }

    @ParameterizedTest
    @CsvSource({
        "203.0.113.9, 203.0.113.9",
        "2001:db8:1:2:3:4:5:6, 2001:db8:1:2:0:0:0:0/64",
        "2001:db8:1:2::1, 2001:db8:1:2:0:0:0:0/64",
        "::ffff:203.0.113.9, 203.0.113.9"
    })
    void of_addresses_isTheAddressOrItsNetwork(String address, String name) {
        assertThat(plain.of(from(address)).name()).isEqualTo(name);
    }

    @Test
    void of_knownKey_isTheKeyWhereverItComesFrom() {
        MockHttpServletRequest here = from("203.0.113.9");
        here.addHeader("x-api-key", "secret-one");
        MockHttpServletRequest there = from("203.0.113.10");
        there.addHeader("X-Api-Key", "secret-one");
        assertThat(configured.of(here)).isEqualTo(configured.of(there));
        assertThat(configured.of(here).name()).doesNotContain("secret");
        MockHttpServletRequest other = from("203.0.113.9");
        other.addHeader("X-Api-Key", "secret-two");
        assertThat(configured.of(other)).isNotEqualTo(configured.of(here));
    }

    @Test
    void of_inventedKeys_isTheAddress() {
        for (int i = 0; i < 100; i++) {
            MockHttpServletRequest request = from("203.0.113.9");
            request.addHeader("X-Api-Key", "invented " + i);
            assertThat(configured.of(request).name()).isEqualTo("203.0.113.9");
            assertThat(plain.of(request).name()).isEqualTo("203.0.113.9");
        }
    }

    @Test
    void of_forwardedForByAnybody_isNotBelieved() {
        assertThat(plain.of(forwarded("203.0.113.9", "198.51.100.1")).name()).isEqualTo("203.0.113.9");
        assertThat(configured.of(forwarded("203.0.113.9", "198.51.100.1")).name())
                .isEqualTo("203.0.113.9");
    }

    @Test
    void of_forwardedForByTrustedProxy_isTheLastAddressThatNoProxyHas() {
        assertThat(configured.of(forwarded("10.1.2.3", "198.51.100.1")).name()).isEqualTo("198.51.100.1");
        assertThat(configured
                        .of(forwarded("10.1.2.3", "198.51.100.66, 198.51.100.1 , 192.0.2.1, 10.9.9.9"))
                        .name())
                .isEqualTo("198.51.100.1");
        assertThat(configured
                        .of(forwarded("fd00::1", "198.51.100.66", "2001:db8:7::5"))
                        .name())
                .isEqualTo("2001:db8:7:0:0:0:0:0/64");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "unknown", "198.51.100.1, _hidden", "198.51.100.1,,"})
    void of_brokenForwardedFor_isTheProxy(String value) {
        assertThat(configured.of(forwarded("10.1.2.3", value)).name()).isEqualTo("10.1.2.3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/33", "10.0.0/8/8", "proxy.example", "10.0.0.0/", "::/129", "10.0.0.0/-1"})
    void settings_withBrokenRange_namesTheSetting(String range) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClientSettings("X-Api-Key", List.of(), List.of(range)))
                .withMessageContaining("quarry.clients.trusted-proxies")
                .withMessageContaining(range);
    }

    @Test
    void settings_withBrokenKeys_nameTheSettingAndNoKey() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClientSettings("X-Api-Key", List.of("secret", "secret"), List.of()))
                .withMessageContaining("quarry.clients.keys")
                .withMessageNotContaining("secret");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClientSettings("X Api", List.of(), List.of()))
                .withMessageContaining("quarry.clients.key-header");
    }
}
