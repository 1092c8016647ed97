package dev.foliot.diagnose.sharing;

import dev.foliot.store.Severity;
import dev.foliot.store.SharingFinding;
import java.util.List;
import java.util.Optional;

/** The verdict of an examination in one sentence. */
final class Summary {
  private Summary() {}

  /**
   * The sentence.
   *
   * @param findings the gravest first
   * @param incomplete why not all could be looked at
   */
  static String of(List<SharingFinding> findings, Cure cure, Optional<String> incomplete) {
    StringBuilder text = new StringBuilder();
    if (cure.state() == Cure.State.CURED) {
      text.append("cured; ");
    }
    if (findings.isEmpty()) {
      text.append(
          incomplete.isEmpty()
              ? "nothing found: no two threads fight over the structure of a class"
              : "nothing found in what could be looked at");
    } else {
      SharingFinding first = findings.get(0);
      String fight = !first.isKindKnown() ? " threads may fight over" : " threads fight over";
      text.append(Figures.count(findings.size(), "class"))
          .append(
              findings.size() == 1
                  ? " whose structure" + fight + ": "
                  : " whose structures" + fight + "; the gravest: ")
          .append(first.type().className())
          .append(" (")
          .append(first.title())
          .append(", ")
          .append(name(first.severity()))
          .append(')');
    }
    incomplete.ifPresent(why -> text.append("; ").append(why));
    return text.toString();
  }

  private static String name(Severity severity) {
    return switch (severity) {
      case HIGH -> "high";
      case MEDIUM -> "medium";
      case LOW -> "low";
    };
  }
}
