package dev.foliot.apps.bank;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MoneyTest {
  @ParameterizedTest
  @CsvSource({"0.01,1", "12.5,1250", "7,700", "1e3,100000", "1.500,150", "1000000000,100000000000"})
  void shouldReadHundredths(String amount, long hundredths) {
    assertThat(Money.hundredths(new BigDecimal(amount))).hasValue(hundredths);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "0.001", "1000000000.01", "1e99", "1e-99"})
  void shouldRefuseTheRest(String amount) {
    assertThat(Money.hundredths(new BigDecimal(amount))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0,0.00", "5,0.05", "-1250,-12.50", "100000000,1000000.00"})
  void shouldWriteTwoDecimals(long hundredths, String written) {
    assertThat(Money.written(hundredths)).isEqualTo(written);
  }
}
