package dev.foliot.report;

import dev.foliot.store.ComparisonRecord;
import dev.foliot.store.RunRecord;
import dev.foliot.store.StoredRun;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs as one HTML page that needs nothing else: it makes no request, and is read as well without
 * its script, on a phone, on paper and in the dark.
 *
 * <p>The same runs give the same page, to the byte. Safe for use by several threads.
 */
public final class Report {
  private Report() {}

  /**
   * The page.
   *
   * @param runs at least one
   * @param comparison of the first two, null for none
   * @throws ReportException if a run has no whole fork
   * @throws dev.foliot.store.StoreException if a run cannot be read
   */
  public static String html(List<StoredRun> runs, @Nullable ComparisonRecord comparison) {
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("no run");
    }
    List<RunView> views = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      views.add(RunView.of(runs.get(i), i, runs.size()));
    }
    Hover hover = new Hover();
    List<Section> sections = new Sections(views, hover).all(comparison);
    FlameSection.ofRuns(runs, views)
        .ifPresent(flames -> Section.insertAfter(sections, "percentiles", flames));
    String heading =
        views.stream()
            .map(view -> Foreign.name(view.run().benchmark()))
            .distinct()
            .collect(Collectors.joining(", "));
    return page(heading, views.stream().map(Report::subtitle).toList(), sections, hover);
  }

  /** A page around some sections. */
  static String page(String heading, List<String> subtitle, List<Section> sections, Hover hover) {
    StringOutput out = new StringOutput();
    TemplateEngine engine =
        TemplateEngine.createPrecompiled(
            null, ContentType.Html, Report.class.getClassLoader(), Report.class.getPackageName());
    engine.render("page.jte", model(heading, subtitle, sections, hover), out);
    return out.toString();
  }

  private static Page model(
      String heading, List<String> subtitle, List<Section> sections, Hover hover) {
    String style = resource("report.css");
    String script = resource("report.js");
    return new Page(
        heading + " · Foliot",
        heading,
        subtitle,
        "default-src 'none'; style-src 'sha256-%s'; script-src 'sha256-%s'; base-uri 'none'; form-action 'none'"
            .formatted(hash(style), hash(script)),
        style,
        script,
        hover.toString(),
        sections,
        "Made by foliot report.");
  }

  private static String subtitle(RunView view) {
    RunRecord run = view.run();
    String rates =
        run.loads().stream()
            .limit(20)
            .map(load -> Units.rate(load.ratePerS()))
            .distinct()
            .collect(Collectors.joining(", "));
    String jdks =
        run.arms().stream()
            .limit(20)
            .map(arm -> "JDK " + Foreign.text(arm.jdkVersion(), 40))
            .distinct()
            .collect(Collectors.joining(", "));
    return (view.letter().isEmpty() ? "" : view.letter() + ": ")
        + String.join(
            " · ",
            rates + " " + Foreign.text(run.load().arrivals(), 40),
            Foreign.text(run.load().dispatch(), 40),
            Units.count(view.forks().size(), "fork")
                + " of "
                + Units.shortDuration((double) run.load().durationNs()),
            jdks,
            Foreign.text(run.startedAt(), 40).replaceAll("\\.\\d+Z$", "Z"),
            Foreign.text(run.id(), 40))
        + (run.complete() ? "" : " · the run did not come to its end");
  }

  private static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(Report.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash = digest.digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
