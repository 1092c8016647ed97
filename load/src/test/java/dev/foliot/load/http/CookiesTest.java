package dev.foliot.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CookiesTest {
  private final Cookies cookies = new Cookies("shop.test", false);

  @Test
  void shouldSendACookieForItsPath() {
    cookies.take("a=1; Path=/shop; HttpOnly", "/login");
    cookies.take("b=2; Path=/", "/login");

    assertThat(cookies.header("/shop")).isEqualTo("a=1; b=2");
    assertThat(cookies.header("/shop/cart")).isEqualTo("a=1; b=2");
    assertThat(cookies.header("/shopping")).isEqualTo("b=2");
    assertThat(cookies.header("/")).isEqualTo("b=2");
  }

  @Test
  void shouldKeepACookieWithoutAPathForTheFolderOfItsRequest() {
    cookies.take("a=1", "/shop/login");

    assertThat(cookies.header("/shop/cart")).isEqualTo("a=1");
    assertThat(cookies.header("/")).isNull();
  }

  @Test
  void shouldReplaceAndDelete() {
    cookies.take("a=1; Path=/", "/");
    cookies.take("a=2; Path=/; Max-Age=600", "/");
    assertThat(cookies.header("/")).isEqualTo("a=2");

    cookies.take("a=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "/");
    assertThat(cookies.header("/")).isNull();
  }

  @Test
  void shouldKeepOnlyTheCookiesOfItsServer() {
    cookies.take("a=1; Domain=evil.test; Path=/", "/");
    cookies.take("b=1; Domain=p.test; Path=/", "/");
    cookies.take("c=1; Secure; Path=/", "/");
    assertThat(cookies.header("/")).isNull();

    cookies.take("d=1; Domain=.shop.test; Path=/", "/");
    assertThat(cookies.header("/")).isEqualTo("d=1");

    Cookies secured = new Cookies("shop.test", true);
    secured.take("c=1; Secure; Path=/", "/");
    assertThat(secured.header("/")).isEqualTo("c=1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "=",
        ";",
        "novalue",
        "a=\u001b[2J",
        "a=b\rHost: evil",
        "a=\u00e4",
        "a\nb=c",
        "a=b c"
      })
  void shouldKeepNothingThatWouldBreakAHeader(String line) {
    cookies.take(line, "/");

    String header = cookies.header("/");
    assertThat(header == null || header.chars().allMatch(c -> c > ' ' && c < 127)).isTrue();
  }

  @Test
  void shouldBoundWhatAHostileServerSends() {
    for (int i = 0; i < 1_000; i++) {
      cookies.take("c" + i + "=x; Path=/", "/");
    }
    cookies.take("long=" + "x".repeat(10_000) + "; Path=/", "/");

    assertThat(Objects.requireNonNull(cookies.header("/")).split("; ")).hasSize(50);
    assertThat(cookies.header("/")).doesNotContain("long");
  }
}
