package dev.foliot.maven.plugin;

import static java.util.stream.Collectors.joining;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.jspecify.annotations.Nullable;

/**
 * Measures tasks of this project with {@code foliot bench}. With {@code against} it fails the build
 * where they became slower than the baseline.
 */
@Mojo(
    name = "bench",
    defaultPhase = LifecyclePhase.VERIFY,
    requiresDependencyResolution = ResolutionScope.TEST,
    threadSafe = true)
public final class BenchMojo extends FoliotMojo {
  /** The tasks: names of classes, or {@code com.example.*}. */
  @Parameter(property = "foliot.tasks", required = true)
  List<String> tasks = List.of();

  /** Whose class path the tasks have: test, with main and its dependencies, or runtime. */
  @Parameter(property = "foliot.classpath", defaultValue = "test")
  String classpath = "test";

  /** A baseline, made by {@code foliot compare … --save-baseline FILE}. */
  @Parameter(property = "foliot.against")
  @Nullable File against;

  /** With {@code against}: the verdicts that fail the build, worse or worse,undecided. */
  @Parameter(property = "foliot.failOn", defaultValue = "worse")
  String failOn = "worse";

  /** With {@code against}: the percentile that decides, p99 unless set. */
  @Parameter(property = "foliot.primary")
  @Nullable String primary;

  /** Called by Maven. */
  public BenchMojo() {}

  @Override
  Command command() throws MojoExecutionException {
    List<String> words = new ArrayList<>(tasks);
    words.add("--classpath");
    // Maven names folders that a project without tests does not have; Foliot refuses those.
    words.add(
        classPath().stream()
            .filter(element -> new File(element).exists())
            .collect(joining(File.pathSeparator)));
    if (against != null) {
      if (!against.isFile()) {
        throw new MojoExecutionException(
            "the baseline "
                + against
                + " does not exist: measure once, then foliot compare @1 @1 --save-baseline FILE");
      }
      words.addAll(List.of("--against", against.getPath(), "--fail-on", failOn));
      if (primary != null) {
        words.addAll(List.of("--primary", primary));
      }
    }
    return new Command("bench", String.join(" ", tasks), words);
  }

  private List<String> classPath() throws MojoExecutionException {
    try {
      return switch (classpath) {
        case "test" -> project().getTestClasspathElements();
        case "runtime" -> project().getRuntimeClasspathElements();
        default ->
            throw new MojoExecutionException(
                "classpath is " + classpath + ": write test or runtime");
      };
    } catch (DependencyResolutionRequiredException e) {
      throw new MojoExecutionException("the class path is not resolved: " + e.getMessage(), e);
    }
  }
}
