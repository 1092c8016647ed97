package dev.foliot.apps.bank;

import java.math.BigDecimal;
import java.util.OptionalLong;

/** Amounts of money: hundredths of a currency's unit, as whole numbers. */
final class Money {
  private static final BigDecimal MOST = new BigDecimal(1_000_000_000);

  private Money() {}

  /** As it is written in an answer: {@code 1234.50}. */
  static String written(long hundredths) {
    return BigDecimal.valueOf(hundredths, 2).toPlainString();
  }

  /** Hundredths; empty if it is not above 0, above a billion, or has more than two decimals. */
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
