package dev.foliot.apps.bank;

import java.math.BigDecimal;
import java.util.OptionalLong;

/** Amounts of money: hundredths of a currency's unit, as whole numbers. */
final class Money {
  private static final BigDecimal MOST = new BigDecimal(1_000_000_000);

  private Money() {}

  /** The form in answers: {@code 1234.50}. */
  static String written(long hundredths) {
    return BigDecimal.valueOf(hundredths, 2).toPlainString();
  }

  /** Parses hundredths; empty unless above 0, at most a billion, with at most two decimals. */
  static OptionalLong hundredths(BigDecimal amount) {
    if (amount.signum() <= 0 || amount.compareTo(MOST) > 0) {
      return OptionalLong.empty();
    }
    BigDecimal hundredths = amount.movePointRight(2).stripTrailingZeros();
    return hundredths.scale() > 0
        ? OptionalLong.empty()
        : OptionalLong.of(hundredths.longValueExact());
  }
}
