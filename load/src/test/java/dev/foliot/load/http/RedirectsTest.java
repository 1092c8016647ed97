package dev.foliot.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Target;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RedirectsTest {
  private static final Target SHOP = Target.parse("http://shop.test:80");

  @ParameterizedTest
  @CsvSource({
    "/b, /b",
    "/b?c=d#e, /b?c=d",
    "http://shop.test/b, /b",
    "HTTP://SHOP.test:80/b, /b",
    "http://shop.test, /",
    "//shop.test/b, /b",
    "c, /a/c",
    "../c, /c",
    "?q=1, /a/?q=1"
  })
  void shouldResolveALocationOnTheSameServer(String location, String path) {
    assertThat(Redirects.path(SHOP, "/a/b?x=y", location)).isEqualTo(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://evil.test/",
        "//evil.test/",
        "https://shop.test/",
        "http://shop.test:8080/",
        "http://joe:pw@shop.test/",
        "http://shop.test.evil.test/",
        "mailto:a@b",
        "javascript:alert(1)",
        "http://",
        "/a b",
        "\u001b[2J"
      })
  void shouldNotLeaveTheServer(String location) {
    assertThat(Redirects.path(SHOP, "/a/b", location)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "301, POST, GET",
    "302, POST, GET",
    "303, POST, GET",
    "307, POST, POST",
    "308, POST, POST",
    "302, PUT, PUT",
    "303, PUT, GET",
    "303, HEAD, HEAD",
    "302, GET, GET"
  })
  void shouldKeepTheMethodWhereTheStatusSaysSo(int status, String method, String after) {
    boolean hasBody = method.startsWith("P");
    RequestTemplate from =
        new RequestTemplate(
            method,
            "/a",
            Map.of("Content-Type", "text/plain", "Accept", "*/*"),
            hasBody ? "x" : null,
            1,
            List.of());

    RequestTemplate to = Redirects.template(from, status, "/${b}");

    assertThat(to.method()).isEqualTo(after);
    assertThat(to.path()).isEqualTo("/$${b}");
    assertThat(to.body()).isEqualTo(hasBody && after.equals(method) ? "x" : null);
    assertThat(to.headers()).containsKey("Accept");
    assertThat(to.headers().containsKey("Content-Type")).isEqualTo(after.equals(method));
  }

  @Test
  void shouldKnowRedirectsByTheirStatus() {
    assertThat(List.of(301, 302, 303, 307, 308)).allMatch(Redirects::isRedirect);
    assertThat(List.of(200, 300, 304, 305, 404)).noneMatch(Redirects::isRedirect);
  }
}
