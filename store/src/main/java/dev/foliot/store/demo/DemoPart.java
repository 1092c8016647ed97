package dev.foliot.store.demo;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.foliot.store.Copies;
import dev.foliot.store.Validity;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.text.Reason;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A part of a demo, which compares two or three sides.
 *
 * @param name {@link #STALL}, {@link #PLACEMENT} or {@link #BURST}
 * @param title its title
 * @param status whether it worked here
 * @param reason the obstacle and its remedy; null if it worked
 * @param says the results, as sentences
 * @param sides the compared sides, in order
 * @param figures figures of the sides
 * @param curves the curves of the sides. A stall: durations in nanoseconds by the nines of their
 *     percentile. A burst: answers a second by seconds
 * @param places the position of a class by side, with the prediction made before its JVM was
 *     measured
 * @param runs ids of the runs with the details, in the same store
 * @param commands commands that do the same for the reader's own system, each a line
 * @param validity the reliability of the figures
 * @param reasonCode the reason as data; null if it worked, and in files of older versions
 */
public record DemoPart(
    String name,
    String title,
    Status status,
    @Nullable String reason,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> says,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> sides,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<DemoFigure> figures,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<DemoCurve> curves,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, StudyPrediction> places,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> runs,
    List<String> commands,
    Validity validity,
    @Nullable Reason reasonCode) {
  /** A stall that a closed loop omits but users notice. */
  public static final String STALL = "stall";

  /** Two JVMs that differ only in the address of a class. */
  public static final String PLACEMENT = "placement";

  /** Threading models on one burst. */
  public static final String BURST = "burst";

  /** Whether a part worked. */
  public enum Status {
    /** It was. */
    @JsonProperty("done")
    DONE,
    /** This machine cannot. */
    @JsonProperty("unavailable")
    UNAVAILABLE
  }

  /** Keeps copies and checks that nothing is missing. */
  public DemoPart {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(status, "status");
    says = List.copyOf(says);
    sides = List.copyOf(sides);
    figures = List.copyOf(figures);
    curves = List.copyOf(curves);
    places = Copies.ordered(places);
    runs = List.copyOf(runs);
    commands = List.copyOf(commands);
    Objects.requireNonNull(validity, "validity");
  }

  /**
   * A part that does not work here.
   *
   * @param reason the obstacle and the remedy, in a line
   * @param reasonCode the same as data, or null
   */
  public static DemoPart unavailable(
      String name,
      String title,
      List<String> commands,
      String reason,
      @Nullable Reason reasonCode) {
    return new DemoPart(
        name,
        title,
        Status.UNAVAILABLE,
        reason,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        List.of(),
        commands,
        Validity.valid(),
        reasonCode);
  }

  /** Whether it worked. */
  public boolean wasShown() {
    return status == Status.DONE;
  }
}
