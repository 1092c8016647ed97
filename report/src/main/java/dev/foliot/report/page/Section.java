package dev.foliot.report.page;

import java.util.List;

/**
 * A part of the page with a heading.
 *
 * @param id of its element
 * @param heading what it is about
 * @param blocks what it shows
 * @param folded whether it opens by a click; on paper a folded one is its heading alone
 */
public record Section(String id, String heading, List<Block> blocks, boolean folded) {
  /** Evidence: a section that opens by a click. */
  public Section(String id, String heading, List<Block> blocks) {
    this(id, heading, blocks, true);
  }

  /** Puts one behind the one with an id, or at the end where there is none such. */
  public static void insertAfter(List<Section> sections, String id, Section added) {
    int at = sections.size();
    for (int i = 0; i < sections.size(); i++) {
      if (sections.get(i).id().equals(id)) {
        at = i + 1;
      }
    }
    sections.add(at, added);
  }
}
