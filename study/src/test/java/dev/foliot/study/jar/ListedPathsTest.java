package dev.foliot.study.jar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Json;
import dev.foliot.study.framework.Probes.Form;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ListedPathsTest {
  private static Map<?, ?> json(String text) {
    return Json.parse(text, Map.class).orElseThrow();
  }

  /** As Micronaut's management writes them. */
  @Test
  void shouldReadTheRoutesOfMicronaut() {
    assertThat(
            ListedPaths.in(
                json(
                    """
                    {"{[/orders/{id}],method=[GET],produces=[text/plain]}": {"method": "a"},
                     "{[/orders],method=[POST],produces=[application/json]}": {"method": "b"},
                     "{[/],method=[GET]}": {"method": "c"},
                     "other": 1}
                    """),
                Form.ROUTES))
        .containsExactly("/", "/orders/{id}");
  }

  @Test
  void shouldReadTheServersOfAnOpenApiDocument() {
    assertThat(
            ListedPaths.servers(
                json(
                    """
                    {"servers": [{"url": "http://127.0.0.1:8080/shop/"}, {"url": "/api"},
                      {"url": "http://127.0.0.1:8080"}, {"url": "{scheme}://x"}, 1]}
                    """)))
        .containsExactly("/shop", "/api");
    assertThat(ListedPaths.servers(Map.of())).isEmpty();
  }
}
