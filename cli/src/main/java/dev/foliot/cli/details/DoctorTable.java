package dev.foliot.cli.details;

import dev.foliot.cli.screen.Words;
import dev.foliot.doctor.DoctorCapability;
import dev.foliot.doctor.DoctorCheck;
import dev.foliot.doctor.DoctorCheck.Status;
import dev.foliot.doctor.DoctorReport;
import dev.foliot.judgement.answer.DoctorAnswer;
import dev.foliot.service.jdk.InstalledJdk;
import dev.foliot.text.Numbers;
import java.io.PrintStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The doctor's report as a person reads it: by area, each remedy below what it is for. */
public final class DoctorTable {
  private final PrintStream out;
  private final DoctorReport report;
  private final DoctorAnswer answer;

  public DoctorTable(PrintStream out, DoctorReport report, DoctorAnswer answer) {
    this.out = out;
    this.report = report;
    this.answer = answer;
  }

  public void print() {
    out.println(answer.sentence());
    String area = "";
    for (DoctorCheck check : report.checks()) {
      if (!check.area().equals(area)) {
        area = check.area();
        out.printf("%n%s%n", area);
      }
      check(check);
    }
    out.printf("%nwhat can be done here, each tried just now%n");
    report.capabilities().forEach(this::capability);
    out.printf("%nJDKs%n");
    report.jdks().forEach(this::jdk);
  }

  private void check(DoctorCheck check) {
    out.printf("  %-8s %-20s %s%n", name(check.status()), Words.shown(check.name()), seen(check));
    remedy(check.remedy());
  }

  private static String seen(DoctorCheck check) {
    Object value = check.value();
    String meaning = Words.shown(check.meaning());
    return value == null ? meaning : value(value, check.unit()) + ": " + meaning;
  }

  private static String value(Object value, @Nullable String unit) {
    return switch (value) {
      case Boolean truth -> truth ? "on" : "off";
      case Long bytes when "bytes".equals(unit) -> Numbers.binaryBytes(bytes);
      case Long number -> Numbers.count(number) + (unit == null ? "" : " " + unit);
      default -> Words.shown(value.toString()) + (unit == null ? "" : " " + unit);
    };
  }

  private void capability(DoctorCapability capability) {
    String needed = " (" + String.join(", ", capability.neededBy()) + ")";
    String reason = capability.reason();
    out.printf(
        "  %-8s %s%n",
        capability.available() ? "yes" : "no",
        Words.shown(capability.name() + needed)
            + (reason == null ? "" : ": " + Words.shown(reason)));
    remedy(capability.remedy());
  }

  private void remedy(@Nullable String remedy) {
    if (remedy != null) {
      out.println("           remedy: " + Words.shown(remedy));
    }
  }

  private void jdk(InstalledJdk jdk) {
    out.printf(
        "  %-8s %s%s: %s%n",
        Words.shown(jdk.version()),
        Words.shown(jdk.home().toString()),
        jdk.implementor().isEmpty() ? "" : ", " + Words.shown(jdk.implementor()),
        (jdk.uses().isEmpty() ? "nothing here" : String.join(", ", jdk.uses()))
            + (jdk.current() ? " (runs this)" : ""));
  }

  /** A grade as people and JSON read it. */
  public static String name(Status status) {
    return status.name().toLowerCase(Locale.ROOT);
  }
}
