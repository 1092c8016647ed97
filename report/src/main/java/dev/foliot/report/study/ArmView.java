package dev.foliot.report.study;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;

/**
 * An arm of a study as the whole page knows it: the same name has the same colour and key in every
 * study.
 *
 * @param index among all of the page
 * @param raw its name as the store has it
 * @param name the same, fit to be shown
 */
public record ArmView(int index, String raw, String name) {
  private static final int COLOURS = 6;
  private static final int LONGEST_AT_A_LINE = 20;

  static ArmView of(int index, String raw) {
    return new ArmView(index, raw, Foreign.name(raw));
  }

  /** By which the page's buttons show and hide it. */
  String key() {
    return "a" + index;
  }

  /** The class of its colour. */
  String colour() {
    return "c" + index % COLOURS;
  }

  /** Its name as short as the end of a line has room for. */
  String atLine() {
    return name.codePointCount(0, name.length()) <= LONGEST_AT_A_LINE
        ? name
        : name.substring(0, name.offsetByCodePoints(0, LONGEST_AT_A_LINE - 1)) + "…";
  }

  Block.Chip chip() {
    return new Block.Chip(key(), name, colour());
  }
}
