package dev.foliot.report;

import dev.foliot.judgement.explain.Explanations;
import dev.foliot.judgement.study.DrawnStudy;
import dev.foliot.report.bench.ExplanationSection;
import dev.foliot.report.flame.FlameSection;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Page;
import dev.foliot.report.page.ReportException;
import dev.foliot.report.page.Section;
import dev.foliot.report.study.StudySections;
import dev.foliot.report.study.StudyView;
import dev.foliot.store.StoredRun;
import dev.foliot.store.explain.StudyExplanation;
import dev.foliot.store.study.JointRecord;
import dev.foliot.store.study.StudyFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Studies as one HTML page: of one study its answers and pictures, of several first what they
 * answer together. The page is as {@link Report}'s: it makes no request, and is read as well
 * without its script.
 *
 * <p>The same runs give the same page, to the byte. Safe for use by several threads.
 */
public final class StudyReport {
  private static final int MOST_ARMS = 8;

  private StudyReport() {}

  /**
   * Whether this page is the one for some runs, rather than that of {@link Report}.
   *
   * @throws ReportException if some are studies and some are not
   */
  public static boolean isFor(List<StoredRun> runs) {
    long studies = runs.stream().filter(StudyFiles::isStudy).count();
    if (studies > 0 && studies < runs.size()) {
      throw new ReportException(
          "studies and bench runs make no page together: report them apart ("
              + runs.stream()
                  .limit(MOST_ARMS)
                  .map(run ->
                      Foreign.text(run.id(), 40)
                          + (StudyFiles.isStudy(run) ? " is a study" : " is none"))
                  .collect(Collectors.joining(", "))
              + ")");
    }
    return studies > 0;
  }

  /**
   * The page.
   *
   * @param runs studies, at least one, in the order in which the page has them
   * @param read the same, with their answers and how they are drawn
   * @param joint what they answer together
   * @throws ReportException if one is no study or has no whole fork
   * @throws dev.foliot.store.StoreException if one cannot be read
   */
  public static String html(List<StoredRun> runs, List<DrawnStudy> read, JointRecord joint) {
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("no run");
    }
    if (!isFor(runs)) {
      throw new ReportException("the run " + Foreign.name(runs.getFirst().id()) + " is no study");
    }
    List<StudyView> studies = StudyView.of(read);
    StudySections all = new StudySections(studies, joint);
    List<Section> sections = all.all();
    for (int i = 0; i < studies.size(); i++) {
      StudyView study = studies.get(i);
      String prefix = studies.size() == 1 ? "" : study.name() + ": ";
      why(study.key(), prefix, Explanations.ofStudy(runs.get(i)))
          .ifPresent(why -> Section.insertAfter(sections, study.key(), why));
      FlameSection.ofStudy(runs.get(i), study, prefix)
          .ifPresent(flames -> Section.insertAfter(sections, study.key(), flames));
    }
    return Page.html(all.cover().named(runs), sections);
  }

  /** Why slow requests were slow, arm by arm. */
  private static Optional<Section> why(String key, String prefix, StudyExplanation explanation) {
    List<Block> arms = new ArrayList<>();
    for (StudyExplanation.Arm arm : explanation.arms()) {
      arms.add(
          new Block.Folded(
              Foreign.name(arm.arm()),
              new ExplanationSection(key + "-why" + arms.size(), arm.explanation()).blocks()));
    }
    return arms.isEmpty()
        ? Optional.empty()
        : Optional.of(new Section(key + "-why", prefix + "Why slow requests were slow", arms));
  }
}
