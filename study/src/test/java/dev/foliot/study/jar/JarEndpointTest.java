package dev.foliot.study.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.text.FoliotException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JarEndpointTest {
  @Test
  void shouldBeAGetUnlessToldOtherwise() {
    assertThat(JarEndpoint.parse("/orders?x=1"))
        .isEqualTo(new JarEndpoint("GET", "/orders?x=1", ""));
    assertThat(JarEndpoint.parse("DELETE /orders/7"))
        .isEqualTo(new JarEndpoint("DELETE", "/orders/7", ""));
    JarEndpoint post = JarEndpoint.parse("POST /orders {\"id\": 1}");
    assertThat(post).isEqualTo(new JarEndpoint("POST", "/orders", "{\"id\": 1}"));
    assertThat(post.isJson()).isTrue();
  }

  @Test
  void shouldFillPlaceholdersForOneRequest() {
    JarEndpoint random = JarEndpoint.parse("/orders/${random:5-1000}?n=${n}&p=${phase}");

    assertThat(random.path()).isEqualTo("/orders/${random:5-1000}?n=${n}&p=${phase}");
    assertThat(random.example().path()).isEqualTo("/orders/5?n=1&p=load");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "orders", "FETCH /orders", "http://127.0.0.1/orders", "/orders {}"})
  void shouldRefuseWhatIsNoEndpoint(String text) {
    assertThatThrownBy(() -> JarEndpoint.parse(text))
        .isInstanceOf(FoliotException.class)
        .hasMessageStartingWith("--endpoint: '" + text + "' ");
  }
}
