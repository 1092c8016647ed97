package dev.foliot.diagnose.sharing;

import dev.foliot.store.diagnosis.CodeSite;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Remedies for a shared line, each with a way to prove it. */
final class Remedies {
  private static final String UNLOCKED = "-XX:+UnlockDiagnosticVMOptions ";
  private static final String ON = UNLOCKED + "-XX:+" + JdkFix.FLAG;

  /** Since JDK 22 the flag alone does not restore the old behaviour. */
  private static final String OFF =
      UNLOCKED + "-XX:-" + JdkFix.FLAG + " -XX:TypeProfileSubTypeCheckCommonThreshold=100";

  private static final String COMPARED = ": foliot compare of both shows what the writes cost.";

  /** The coverage of the fix in JDK 23, and in 21 since 21.0.8. */
  private static final String FIRST_STEP =
      "only in code compiled by C2 and for a type that stands in the code";

  private final JdkFix fix;
  private final int feature;
  private final String className;
  private final JdkFix.Reach reach;

  /**
   * Remedies for one class in one JVM.
   *
   * @param reach the fix's coverage of the writing code
   */
  Remedies(JdkFix fix, int feature, String className, JdkFix.Reach reach) {
    this.fix = fix;
    this.feature = feature;
    this.className = className;
    this.reach = reach;
  }

  /**
   * The remedies, the most certain first.
   *
   * @param byAddress whether another address would remove the harm
   */
  List<String> of(boolean byAddress, List<CodeSite> sites) {
    List<String> remedies = new ArrayList<>();
    remedies.add(
        switch (fix.state()) {
          case AFFECTED -> newerJdk();
          case SWITCHED_OFF -> switchOn();
          case FIXED -> curedAndWriting();
          case UNKNOWN -> feature < JdkFix.C2_FEATURE ? newerJdk() : seeWhetherItIsOn();
        });
    remedies.add(
        place(sites)
            + " ask objects of "
            + className
            + " about one interface only, or about their class: keep the typed reference instead"
            + " of checking again, let a virtual method answer in place of a second instanceof or"
            + " cast, or join the interfaces into one. Proof: foliot diagnose again under the same"
            + " load: the rate of writes is gone; then foliot bench of both builds and foliot"
            + " compare: the gain.");
    onThisJdk().ifPresent(remedies::add);
    if (byAddress) {
      remedies.add(
          "The address is drawn anew when the JVM starts, and a lucky one separates the two fields:"
              + " that explains why one node is slow and its neighbour is not, but is no cure."
              + " Proof: foliot diagnose on a fast node, and foliot compare of both: klass_address"
              + " and lucky differ.");
    }
    return List.copyOf(remedies);
  }

  /** For a JVM without the fix: the first release that fixes this code. */
  private String newerJdk() {
    String proof =
        " Proof: foliot diagnose there under the same load: "
            + className
            + " is no longer named; foliot bench with --jdk for either: the gain.";
    if (reach.isEnough()) {
      return "Run on JDK "
          + JdkFix.C2_FEATURE
          + " or later"
          + backport()
          + ": code compiled by C2 does not write there on a check for a type that stands in the"
          + " code, as it does here."
          + proof;
    }
    if (reach.isShort()) {
      return fullCure()
          + " JDK 23, and 21 from 21.0.8 on, would leave much of it: they have the cure "
          + FIRST_STEP
          + ", and here "
          + madeBeyond()
          + "."
          + proof;
    }
    return fullCure()
        + " JDK "
        + JdkFix.C2_FEATURE
        + (feature <= 21 ? backport() + "," : "")
        + " will do where the check is compiled by C2 and its type stands in the code, as in"
        + " instanceof and in casts, and is not out of a variable, as in Class.isInstance and in"
        + " stores into arrays."
        + proof;
  }

  private String backport() {
    return feature <= 21
        ? ", or 21.0.8 or later where java -XX:+UnlockDiagnosticVMOptions"
            + " -XX:+PrintFlagsFinal -version says that "
            + JdkFix.FLAG
            + " is true"
        : "";
  }

  private static String fullCure() {
    return "Run on JDK " + JdkFix.FULL_FEATURE + " or later: there no type check writes.";
  }

  private String switchOn() {
    return "Switch the cure on: remove -XX:-"
        + JdkFix.FLAG
        + ", or run where the JVM switches it on by itself."
        + (feature < JdkFix.FULL_FEATURE && reach.isShort() ? restOfTheCure() : "")
        + noLongerNamed();
  }

  private String seeWhetherItIsOn() {
    return "See whether the cure is on: jcmd PID VM.flags -all has to say that "
        + JdkFix.FLAG
        + " is true."
        + (feature < JdkFix.FULL_FEATURE && reach.isShort() ? restOfTheCure() : "")
        + " Proof: foliot diagnose again where it is, under the same load: "
        + className
        + " is no longer named.";
  }

  private String curedAndWriting() {
    if (feature >= JdkFix.FULL_FEATURE) {
      return "This JVM has the cure and still writes, which no type check of JDK "
          + JdkFix.FULL_FEATURE
          + " or later is known to do: foliot diagnose again, and where "
          + className
          + " is still named, change the code.";
    }
    boolean isYoung = reach.commonestBeyond().filter(JdkFix.CodeKind::isYoung).isPresent();
    return "This JVM has the cure and still writes: before JDK "
        + JdkFix.FULL_FEATURE
        + " it is "
        + FIRST_STEP
        + ", and here "
        + madeBeyond()
        + ". "
        + (isYoung ? "Let it warm up; if that is not enough, run" : "Run")
        + " on JDK "
        + JdkFix.FULL_FEATURE
        + " or later, where no type check writes."
        + noLongerNamed();
  }

  private String restOfTheCure() {
    return " Before JDK "
        + JdkFix.FULL_FEATURE
        + " it is "
        + FIRST_STEP
        + ", and here "
        + madeBeyond()
        + ": run on JDK "
        + JdkFix.FULL_FEATURE
        + " or later.";
  }

  private String noLongerNamed() {
    return " Proof: foliot diagnose again under the same load: "
        + className
        + " is no longer named.";
  }

  /** The code that the first step does not cover. */
  private String madeBeyond() {
    return reach
        .commonestBeyond()
        .filter(code -> reach.isShort())
        .map(code ->
            Numbers.percent(reach.share(code))
                + " of the writes that were looked at are made by "
                + code.words())
        .orElse("other code writes");
  }

  /** How to measure the writes on this JDK, by reversing its setting, if possible. */
  private Optional<String> onThisJdk() {
    return switch (fix.state()) {
      case AFFECTED -> Optional.empty();
      case SWITCHED_OFF ->
          Optional.of(
              "For an A/B on this JDK, run once with "
                  + ON
                  + ", which switches the cure on"
                  + COMPARED);
      case FIXED ->
          feature < JdkFix.C2_FEATURE
              ? Optional.empty()
              : Optional.of(
                  "For an A/B on this JDK, run once with "
                      + OFF
                      + ", which brings the old behaviour back"
                      + COMPARED);
      case UNKNOWN ->
          feature < JdkFix.C2_FEATURE
              ? Optional.empty()
              : Optional.of(
                  "For an A/B on this JDK, run once with "
                      + ON
                      + " and once with "
                      + OFF
                      + ", which brings the old behaviour back"
                      + COMPARED);
    };
  }

  /** The innermost Java line of the most frequent place. */
  private static String place(List<CodeSite> sites) {
    return firstLine(sites).map(line -> "At " + line).orElse("Where it is checked,");
  }

  /** The innermost Java line of the most frequent place; empty if unknown. */
  static Optional<String> firstLine(List<CodeSite> sites) {
    for (CodeSite site : sites) {
      for (String frame : site.frames()) {
        if (frame.indexOf('(') > 0) {
          return Optional.of(frame);
        }
      }
    }
    return Optional.empty();
  }
}
