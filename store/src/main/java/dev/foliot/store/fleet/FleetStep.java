package dev.foliot.store.fleet;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.foliot.store.Copies;
import java.util.Objects;

/**
 * One step of the analysis.
 *
 * @param name which one
 * @param said its result, with figures
 */
public record FleetStep(Name name, String said) {
  /** The steps, in the order in which they are done. */
  public enum Name {
    /** Windows at a limit are left out. */
    CEILINGS(
        "ceilings",
        "Tobin, Estimation of Relationships for Limited Dependent Variables, 1958 (values at a"
            + " limit say nothing about the slope)"),
    /** Windows without load are left out. */
    IDLE(
        "idle windows",
        "Median of busy windows only: a request of an idle node carries its whole idle cost"),
    /** The metric follows the load, whose effect is removed. */
    LOAD_OUT("load taken out", Name.OF_LOAD),
    /** The metric is not changed for its load. */
    LOAD_LEFT("load left in", Name.OF_LOAD),
    /** What all nodes do at the same time is removed. */
    COURSE("common course taken out", "Tukey, Exploratory Data Analysis, 1977 (median polish)"),
    /** When nodes changed their level. */
    ONSET(
        "onset",
        "Levin and Kline, The Cusum Test of Homogeneity, 1985 (a stretch against the rest); Bai,"
            + " Estimation of a Change Point in Multiple Regression Models, 1997 (its time)"),
    /** The level of each node. */
    CENTRES(
        "centres",
        "Kenney and Keeping, Mathematics of Statistics, 1962 (the error of a median); Rousseeuw and"
            + " Croux, 1993 (the median absolute deviation)"),
    /** The search for groups. */
    GROUPS(
        "groups",
        "Johnson, 1949 (the single population); McLachlan, 1987 (the ratio of likelihoods, by"
            + " bootstrap); Ashman, Bird and Zepf, 1994 (D); Hartigan and Hartigan, 1985 (the"
            + " dip)"),
    /** Parts of the time against each other. */
    REPEATABILITY(
        "repeatability",
        "Cohen, 1960 (kappa); Spearman, 1910 and Brown, 1910 (the reliability of halves)"),
    /** Whether nodes stay in their group. */
    PERSISTENCE("persistence", "Wang, On the Number of Successes in Independent Trials, 1993"),
    /** The sizes of groups. */
    SHARES("shares", "Clopper and Pearson, The Use of Confidence or Fiducial Limits, 1934"),
    /** What separates groups. */
    EXPLANATIONS(
        "explained by",
        "Fisher, 1935; Kelley, 1935 (eta squared); Mann and Whitney, 1947; Cliff, Dominance"
            + " Statistics, 1993; Holm, 1979");

    private static final String OF_LOAD =
        "Hsiao, Analysis of Panel Data, 2014 (fixed effects); Arellano, 1987 (errors); Fuller,"
            + " Measurement Error Models, 1987; Theil, 1950 and Sen, 1968 (the median slope)";

    private final String shown;
    private final String source;

    Name(String shown, String source) {
      this.shown = shown;
      this.source = source;
    }

    /** The form for people and JSON: {@code load taken out}. */
    @JsonValue
    public String shown() {
      return shown;
    }
  }

  /** Checks that nothing is missing. */
  public FleetStep {
    Objects.requireNonNull(name, "name");
    said = Copies.unicode(said);
  }

  /** The source of the method: a paper or page. */
  @JsonProperty("source")
  public String source() {
    return name.source;
  }
}
