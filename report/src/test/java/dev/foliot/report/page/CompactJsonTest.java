package dev.foliot.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CompactJsonTest {
  @Test
  void shouldWriteJsonThatCannotEndItsElement() {
    Object value =
        Map.of("</script>", Arrays.asList(1, 0.123456, Double.NaN, null, "é<!--\u2028\"\\", -0.0));

    assertThat(CompactJson.of(value))
        .isEqualTo(
            "{\"\\u003c/script\\u003e\":[1,0.1235,null,null,"
                + "\"\\u00e9\\u003c!--\\u2028\\u0022\\u005c\",0]}");
  }
}
