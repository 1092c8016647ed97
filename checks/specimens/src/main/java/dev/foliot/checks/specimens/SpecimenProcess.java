package dev.foliot.checks.specimens;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foliot.apps.lottery.FillerClass;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A specimen in a separate JVM, warmed up, with its problem active. It ends when this is closed or
 * this JVM ends. Used by one thread.
 */
public final class SpecimenProcess implements AutoCloseable {
  private static final Pattern CLASS = Pattern.compile("\"class\":\"([^\"]*)\"");
  private static final long END_S = 10;

  private final Process process;
  private final BufferedReader lines;
  private final String truth;

  private SpecimenProcess(Process process, BufferedReader lines, String truth) {
    this.process = process;
    this.lines = lines;
    this.truth = truth;
  }

  /**
   * Starts one and waits until it is ready, a few seconds. Its errors go to this JVM's error
   * output.
   *
   * @param javaHome of the JDK or run-time image
   * @param jvmArguments before the class path
   * @param words the specimen's name, or {@code lottery} and a number
   * @throws SpecimenRefusedException if that JVM cannot play it
   * @throws IOException if it could not be started
   */
  public static SpecimenProcess start(Path javaHome, List<String> jvmArguments, String... words)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(javaHome.resolve(Path.of("bin", "java")).toString());
    command.addAll(jvmArguments);
    command.addAll(List.of("-cp", classPath(), Specimens.class.getName()));
    command.addAll(List.of(words));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    try {
      String truth = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(Command.TRUTH)) {
          truth = line.substring(Command.TRUTH.length());
        } else if (line.equals(Command.READY)) {
          return new SpecimenProcess(process, lines, truth);
        } else if (line.startsWith(Command.REFUSED_HERE)) {
          throw new SpecimenRefusedException(line.substring(Command.REFUSED_HERE.length()));
        }
      }
      throw new IOException("the specimen never was ready: " + String.join(" ", command));
    } catch (IOException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** The specimens, and the apps, whose filler and loader they use. */
  private static String classPath() throws IOException {
    return classes(Specimens.class) + File.pathSeparator + classes(FillerClass.class);
  }

  private static Path classes(Class<?> one) throws IOException {
    try {
      return Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("the specimens' classes have no path", e);
    }
  }

  /** Its process id. */
  public long pid() {
    return process.pid();
  }

  /** The truth as JSON, with the class's name in that JVM. */
  public String truth() {
    return truth;
  }

  /** The name in that JVM of the class in question; empty for none. */
  public String className() {
    Matcher name = CLASS.matcher(truth);
    return name.find() ? name.group(1) : "";
  }

  /**
   * Requests the progress of its threads.
   *
   * @throws IOException if it has died
   */
  public Operations operations() throws IOException {
    OutputStream questions = process.getOutputStream();
    questions.write((Command.OPS + "\n").getBytes(UTF_8));
    questions.flush();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(Command.OPS + " ")) {
        return Operations.ofJson(line.substring(Command.OPS.length() + 1));
      }
    }
    throw new IOException("the specimen has died");
  }

  /** Ends it; kills it after a time limit or an interrupt of this thread. */
  @Override
  public void close() throws IOException {
    try {
      process.getOutputStream().close();
      process.waitFor(END_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
      lines.close();
    }
  }
}
