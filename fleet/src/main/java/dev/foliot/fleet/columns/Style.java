package dev.foliot.fleet.columns;

import dev.foliot.fleet.cells.NumberText;
import dev.foliot.fleet.cells.TimeText;
import org.jspecify.annotations.Nullable;

/**
 * How the cells of a text column are written.
 *
 * @param decimal the sign before the decimals; null if the cells do not tell, as {@code 6,023}
 * @param unit what stands behind most numbers
 * @param order of dates with slashes; null if they tell it themselves
 * @param unclear a cell with two meanings; empty for none
 * @param text the first cell that is no number and no time; empty for none
 */
public record Style(
    NumberText.@Nullable Decimal decimal,
    NumberText.Unit unit,
    TimeText.@Nullable Order order,
    String unclear,
    String text) {
  /** Numbers with a decimal point and without a unit. */
  public static final Style PLAIN =
      new Style(NumberText.Decimal.POINT, NumberText.Unit.NONE, null, "", "");
}
