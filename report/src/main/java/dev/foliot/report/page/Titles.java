package dev.foliot.report.page;

import dev.foliot.store.RunRecord;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a page is called, and where and when its run was made. Stateless. */
public final class Titles {
  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private Titles() {}

  /** What was measured. */
  public static String of(RunRecord run) {
    return Foreign.name(run.benchmark());
  }

  /** Machine, moment and id of a run. */
  public static List<String> where(RunRecord run) {
    List<String> facts = new ArrayList<>();
    Object granted = run.environment().get("cpus_granted");
    if (granted != null) {
      String cpus = Foreign.text(granted.toString(), 20);
      facts.add(cpus + (cpus.equals("1") ? " CPU" : " CPUs"));
    }
    facts.add(moment(run.startedAt()));
    facts.add(Foreign.text(run.id(), 40));
    return facts;
  }

  /** A moment to the minute; as it is written where it cannot be read. */
  public static String moment(String iso) {
    try {
      return MOMENT.format(Instant.parse(iso));
    } catch (DateTimeParseException e) {
      return Foreign.text(iso, 40);
    }
  }

  /** A text with a capital letter and a full stop. */
  public static String sentence(String text) {
    String capital =
        text.isEmpty()
            ? text
            : text.substring(0, text.offsetByCodePoints(0, 1)).toUpperCase(Locale.ROOT)
                + text.substring(text.offsetByCodePoints(0, 1));
    return capital.endsWith(".") || capital.endsWith("?") || capital.endsWith("…")
        ? capital
        : capital + ".";
  }
}
