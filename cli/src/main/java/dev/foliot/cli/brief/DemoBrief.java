package dev.foliot.cli.brief;

import dev.foliot.cli.screen.Brief;
import dev.foliot.judgement.answer.DemoAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.store.Validity;
import dev.foliot.store.demo.DemoPart;
import dev.foliot.store.demo.DemoRecord;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A demo in a few lines: what each part shows. */
public final class DemoBrief {
  private final Brief brief;
  private final DemoRecord demo;
  private final NextCommands next;

  /** Prints a demo with such a brief. */
  public DemoBrief(Brief brief, DemoRecord demo, NextCommands next) {
    this.brief = brief;
    this.demo = demo;
    this.next = next;
  }

  /**
   * Prints it.
   *
   * @param page the file with the page, null where there is none
   */
  public void print(@Nullable Path page) {
    DemoAnswer answer = DemoAnswer.of(demo, next);
    brief.answer(answer.sentence(), 1);
    brief.gap();
    Map<String, Validity> parts = new LinkedHashMap<>();
    int number = 0;
    for (DemoPart part : demo.parts()) {
      number++;
      brief.also(number + ". " + part.title(), 1);
      if (part.wasShown()) {
        brief.also(String.join(" ", part.shown().says()), 3);
        parts.put("part " + number, part.validity());
      } else {
        brief.also("not available here: " + part.reason(), 2);
      }
    }
    brief.gap();
    brief.validity(parts, "part");
    if (page != null) {
      brief.page(page, next.of("report", "@1"));
    }
    brief.next(answer.next().command());
  }
}
