package dev.foliot.cli.study;

import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.store.Json;
import dev.foliot.study.Study;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.catalog.Studies;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BiFunction;

/**
 * What {@code foliot study} says without a name: which studies there are, and how long each takes.
 */
final class StudyList {
  /** Stands for all studies that compare threading models. */
  static final String ALL = "all";

  private static final String SCHEMA = "foliot.study_list/1";
  private static final double NS_PER_S = 1e9;

  private final Foliot foliot;

  StudyList(Foliot foliot) {
    this.foliot = foliot;
  }

  /**
   * A line of the list.
   *
   * @param aboutS its time, in seconds; empty where it cannot be played here
   * @param quickS the same of its quick form
   */
  private record Row(String name, String question, OptionalDouble aboutS, OptionalDouble quickS) {}

  /**
   * Prints the list, and asks for one of them.
   *
   * @param plan of a study in a form, without options
   * @return the exit code
   */
  int print(BiFunction<Study, StudyForm, StudyPlan> plan) {
    List<Row> rows = new ArrayList<>();
    for (Study study : Studies.ALL) {
      rows.add(
          new Row(
              study.label(),
              study.question(),
              seconds(plan, study, StudyForm.FULL),
              seconds(plan, study, StudyForm.QUICK)));
    }
    List<String> threads = Studies.ofThreads().stream().map(Study::label).toList();
    List<Row> played = rows.stream().filter(row -> threads.contains(row.name)).toList();
    rows.add(
        new Row(
            ALL,
            "the first " + threads.size() + ", one after the other, on one page",
            sum(played.stream().map(Row::aboutS).toList()),
            sum(played.stream().map(Row::quickS).toList())));
    if (foliot.json()) {
      foliot.console().out().println(json(rows));
    } else {
      TextTable table = new TextTable("study", "<question", "time", "--quick");
      rows.forEach(row -> table.row(row.name, row.question, shown(row.aboutS), shown(row.quickS)));
      foliot.brief().table(table);
    }
    foliot
        .console()
        .error(
            "choose a study, as in foliot study "
                + Studies.ALL.getFirst().label()
                + " --quick; or name a study file, as in foliot study mine.yaml");
    return ExitCode.USAGE;
  }

  private static OptionalDouble seconds(
      BiFunction<Study, StudyForm, StudyPlan> plan, Study study, StudyForm form) {
    try {
      return OptionalDouble.of(plan.apply(study, form).aboutNs() / NS_PER_S);
    } catch (FoliotException e) {
      // it needs another JDK or system, and says so when it is asked for
      return OptionalDouble.empty();
    }
  }

  private static OptionalDouble sum(List<OptionalDouble> times) {
    return times.stream().allMatch(OptionalDouble::isPresent)
        ? OptionalDouble.of(times.stream().mapToDouble(OptionalDouble::getAsDouble).sum())
        : OptionalDouble.empty();
  }

  private static String shown(OptionalDouble seconds) {
    return seconds.isPresent() ? Numbers.span(seconds.getAsDouble()) : "-";
  }

  private static String json(List<Row> rows) {
    List<Map<String, Object>> studies = new ArrayList<>();
    for (Row row : rows) {
      Map<String, Object> study = new LinkedHashMap<>();
      study.put("study", row.name);
      study.put("question", row.question);
      row.aboutS.ifPresent(seconds -> study.put("about_s", Math.round(seconds)));
      row.quickS.ifPresent(seconds -> study.put("quick_about_s", Math.round(seconds)));
      studies.add(study);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", SCHEMA);
    json.put("studies", studies);
    return Json.text(json);
  }
}
