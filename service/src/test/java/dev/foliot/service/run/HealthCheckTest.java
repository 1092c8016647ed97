package dev.foliot.service.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.BindException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HealthCheckTest {
  /** A port below 1024 is not in use, but forbidden: the advice differs. */
  @ParameterizedTest
  @CsvSource({
    "Address already in use, is taken",
    "Permission denied, choose one above 1023",
    "Cannot assign requested address, Cannot assign requested address"
  })
  void shouldTellWhyAPortCannotBeListenedOn(String kernel, String told) {
    assertThat(Ports.refusal(new BindException(kernel))).contains(told);
  }
}
