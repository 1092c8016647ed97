package dev.foliot.cli.watch;

import dev.foliot.doctor.DoctorCheck;
import dev.foliot.doctor.DoctorCheck.Status;
import dev.foliot.linux.Reading;
import dev.foliot.store.explain.TimelineSource;
import dev.foliot.text.Numbers;
import dev.foliot.watch.WatchRights;
import java.util.ArrayList;
import java.util.List;

/** What a watch could read here, as checks of the doctor. Stateless. */
public final class WatchChecks {
  /** Of these checks. */
  public static final String AREA = "watch";

  private WatchChecks() {}

  /** One for each JVM; one that says so if there is none. */
  public static List<DoctorCheck> of(List<WatchRights> jvms) {
    List<DoctorCheck> checks = new ArrayList<>();
    for (WatchRights jvm : jvms) {
      String name = (jvm.pid() + " " + jvm.main()).strip();
      checks.add(
          switch (jvm.sources()) {
            case Reading.Unavailable<List<TimelineSource>> none ->
                new DoctorCheck(
                    AREA, name, Status.LIMITS, null, null, none.reason(), none.remedy());
            case Reading.Value<List<TimelineSource>>(List<TimelineSource> sources) ->
                check(name, sources, jvm.attach());
          });
    }
    if (checks.isEmpty()) {
      checks.add(
          new DoctorCheck(
              AREA,
              "JVMs",
              Status.UNKNOWN,
              null,
              null,
              "no JVM was seen that could be tried",
              "start one; in a container share the PID namespace of its processes"));
    }
    return checks;
  }

  private static DoctorCheck check(
      String name, List<TimelineSource> sources, Reading<Boolean> attach) {
    List<String> missing = new ArrayList<>();
    for (TimelineSource source : sources) {
      String why = source.unavailable();
      if (why != null) {
        missing.add("no " + source.name() + ": " + why);
      }
    }
    String all = Numbers.count(sources.size(), "source") + " of stops";
    String recorded =
        attach instanceof Reading.Unavailable<Boolean> none
            ? "; no --attach: " + none.reason()
            : "; --attach can record it";
    return missing.isEmpty()
        ? new DoctorCheck(
            AREA, name, Status.OK, sources.size(), null, all + " can be read" + recorded, null)
        : new DoctorCheck(
            AREA,
            name,
            Status.LIMITS,
            sources.size() - missing.size(),
            null,
            (sources.size() - missing.size())
                + " of "
                + all
                + "; "
                + String.join("; ", missing)
                + recorded,
            null);
  }
}
