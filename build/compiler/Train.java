import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Makes the compilers of this build start faster: {@code Train FOLDER OPTIONS SOURCES}, with Error
 * Prone on the class path.
 *
 * <p>Each module forks one compiler for its main classes and one for its tests, and each loads some
 * 4,000 classes of javac and Error Prone. Here one compiler is run on some sources, and the JVM
 * archives what it loaded in {@code FOLDER/javac.aot}, which all later compilers read. The JVM
 * archives only classes of its own class path, hence the jars in {@code FOLDER/lib}.
 *
 * <p>No compilation depends on it: where the archive is missing or of another JDK, a compiler loads
 * its classes one by one. Folder and archive are moved to their places when they are whole, since
 * other modules may be compiled at the same time.
 */
final class Train {
  private static final String PLUGIN =
      "-Xplugin:ErrorProne -Xep:NullAway:ERROR -XepOpt:NullAway:AnnotatedPackages=dev.foliot"
          + " -XepOpt:NullAway:JSpecifyMode=true";

  private Train() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    Path options = Path.of(args[1]);
    List<Path> jars =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> entry.endsWith(".jar"))
            .map(Path::of)
            .toList();
    String key = Runtime.version() + "\n" + Files.readString(options) + jars + "\n";
    Path trained = folder.resolve("trained.txt");
    if (Files.exists(trained) && Files.readString(trained).equals(key)) {
      return;
    }

    delete(folder);
    Files.createDirectories(folder);
    Path copies = Files.createDirectory(folder.resolve("lib.tmp"));
    for (Path jar : jars) {
      Files.copy(jar, copies.resolve(jar.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
    }
    Path lib = folder.resolve("lib");
    Files.move(copies, lib, StandardCopyOption.ATOMIC_MOVE);

    Path archive = folder.resolve("javac.tmp");
    Path classes = folder.resolve("classes");
    Path log = folder.resolve("train.log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
    command.add("-J-XX:VMOptionsFile=" + options);
    command.add("-J--class-path=" + lib + "/*");
    command.add("-J-XX:AOTCacheOutput=" + archive);
    command.addAll(List.of("-proc:none", "-XDcompilePolicy=simple", "--should-stop=ifError=FLOW"));
    command.addAll(List.of("-classpath", lib + "/*"));
    command.addAll(List.of("-Xlint:all", PLUGIN, "-d", classes.toString()));
    command.addAll(sources(Path.of(args[2])));
    new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start()
        .waitFor();
    delete(classes);
    if (Files.exists(archive)) {
      Files.move(archive, folder.resolve("javac.aot"), StandardCopyOption.ATOMIC_MOVE);
      Files.writeString(trained, key);
    } else {
      System.out.println("The compilers start slowly, for they have no archive: see " + log);
    }
  }

  private static List<String> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(Path::toString).filter(name -> name.endsWith(".java")).sorted().toList();
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
