package dev.foliot.checks.walk;

import dev.foliot.checks.endtoend.FoliotProcess;
import dev.foliot.checks.endtoend.Jdks;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * What the docs' commands are about: a server, JVMs to look at, a proxy, and files.
 *
 * <p>The server is {@link Shop} in a JVM of its own. The files are made once, and each page's
 * folder has links to them. Thread-safe once it is made.
 */
final class Stage implements AutoCloseable {
  /** Of the server's keys. */
  static final String PASSWORD = "changeit";

  private static final String SERVER = Shop.class.getName();
  private static final String PROGRAMS =
      "checks/walk/src/test/java/dev/foliot/checks/walk/programs";

  private final Path inputs;
  private final Map<String, String> names = new TreeMap<>();
  private final List<Process> observed = new ArrayList<>();
  private final Relay relay;

  /** The slow JVM, which keeps two CPUs busy and so runs only while a command looks at it. */
  private final Process slow;

  private int looking;

  Stage(Path folder, Table shortest) throws Exception {
    inputs = Files.createDirectories(folder.resolve("inputs"));
    Path java = Path.of(System.getProperty("java.home"));
    names.put("jdk25", java.toString());
    names.put("jdk17", Jdks.home(17).toString());
    names.put("java", java.resolve("bin/java").toString());
    names.put("socket", folder.resolve("shop.sock").toString());
    certificates(java);
    names.putAll(server("--keys=" + inputs.resolve("shop.p12"), "--socket=" + names.get("socket")));
    names.put("server", Long.toString(observed.getLast().pid()));
    server();
    names.put("pid", Long.toString(observed.getLast().pid()));
    start(
        List.of(
            Path.of(names.get("jdk17"), "bin/java").toString(),
            "-cp",
            FoliotProcess.inTree("apps/target/classes").toString(),
            "dev.foliot.apps.Apps",
            "lottery",
            "--filler-methods",
            "5",
            "--duration",
            "1h"));
    slow = observed.getLast();
    names.put("slow", Long.toString(slow.pid()));
    signal("STOP");
    relay = new Relay(port("http"), port("https"));
    names.put("proxy", Integer.toString(relay.port()));
    classes();
    application();
    fleets();
    files(shortest);
    repository();
  }

  /** A repository of one revision without files; what is built lies beside it. */
  private void repository() throws IOException, InterruptedException {
    names.put("inputs", inputs.toString());
    String folder = inputs.toString();
    run("git", "-C", folder, "init", "--quiet", "--initial-branch=main");
    run(
        "git",
        "-C",
        folder,
        "-c",
        "user.name=walk",
        "-c",
        "user.email=walk@localhost",
        "commit",
        "--quiet",
        "--allow-empty",
        "-m",
        "empty");
  }

  /** What stands for the names in command lines; {@code ${free}} is another port each time. */
  Map<String, String> names() throws IOException {
    Map<String, String> with = new TreeMap<>(names);
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      with.put("free", Integer.toString(free.getLocalPort()));
    }
    return with;
  }

  /** Links all files into a folder. */
  void link(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(inputs)) {
      for (Path file : files.toList()) {
        Files.createSymbolicLink(folder.resolve(file.getFileName()), file);
      }
    }
  }

  /** Lets the slow JVM run while a command looks at it; each needs an {@link #endLook}. */
  synchronized void beginLook() throws IOException, InterruptedException {
    if (looking++ == 0) {
      signal("CONT");
    }
  }

  synchronized void endLook() throws IOException, InterruptedException {
    if (--looking == 0) {
      signal("STOP");
    }
  }

  private void signal(String name) throws IOException, InterruptedException {
    run("kill", "-" + name, Long.toString(slow.pid()));
  }

  /** The observed JVMs that do not live any more. */
  List<String> dead() {
    return observed.stream()
        .filter(process -> !process.isAlive())
        .map(process -> "pid " + process.pid() + " ended with " + process.exitValue())
        .toList();
  }

  private int port(String name) {
    return Integer.parseInt(Objects.requireNonNull(names.get(name)));
  }

  private Process start(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectError(inputs.resolveSibling("observed.txt").toFile())
            .start();
    observed.add(process);
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return process;
  }

  private Map<String, String> server(String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of(names.get("java"), "-Xmx256m", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(SERVER);
    command.addAll(Arrays.asList(options));
    Map<String, String> ports = new TreeMap<>();
    BufferedReader out = start(command).inputReader(StandardCharsets.US_ASCII);
    for (String line = out.readLine(); !"ready".equals(line); line = out.readLine()) {
      if (line == null) {
        throw new IllegalStateException("the server did not start: see observed.txt");
      }
      String[] parts = line.split(" ", -1);
      ports.put(parts[0], parts[1]);
    }
    return ports;
  }

  private void certificates(Path java) throws Exception {
    Path store = inputs.resolve("shop.p12");
    run(
        java.resolve("bin/keytool").toString(),
        "-genkeypair",
        "-alias",
        "shop",
        "-keyalg",
        "EC",
        "-groupname",
        "secp256r1",
        "-dname",
        "CN=shop.test",
        "-ext",
        "SAN=dns:localhost,dns:shop.test,ip:127.0.0.1",
        "-validity",
        "2",
        "-storetype",
        "PKCS12",
        "-keystore",
        store.toString(),
        "-storepass",
        PASSWORD);
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    pem("ca.pem", "CERTIFICATE", keys.getCertificate("shop").getEncoded());
    pem("me.pem", "CERTIFICATE", keys.getCertificate("shop").getEncoded());
    pem("me.key", "PRIVATE KEY", keys.getKey("shop", PASSWORD.toCharArray()).getEncoded());
  }

  private void pem(String file, String what, byte[] content) throws IOException {
    String text = Base64.getMimeEncoder().encodeToString(content);
    Files.writeString(
        inputs.resolve(file),
        "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(what, text));
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (process.waitFor() != 0) {
      throw new IllegalStateException(String.join(" ", command) + ": " + process.exitValue());
    }
  }

  /**
   * The task of the README, and the programs for JLBH with JLBH's jars in a folder of their own.
   */
  private void classes() throws IOException {
    Path classes = Files.createDirectories(inputs.resolve("target/classes"));
    Path task = inputs.resolve("MyTask.java");
    Files.writeString(task, DocumentedShell.blocks("README.md", "java").getFirst());
    List<String> compiler =
        new ArrayList<>(List.of("--release", "17", "-proc:none", "-d", classes.toString()));
    compiler.addAll(List.of("-cp", System.getProperty("java.class.path"), task.toString()));
    try (Stream<Path> programs = Files.list(FoliotProcess.inTree(PROGRAMS))) {
      programs.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(compiler::add);
    }
    int compiled =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, compiler.toArray(String[]::new));
    if (compiled != 0) {
      throw new IllegalStateException("the task of the README or a program cannot be compiled");
    }
    Files.createDirectories(inputs.resolve("hgrm"));
    Path lib = Files.createDirectories(inputs.resolve("target/lib"));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (entry.matches(".*/(net/openhft|org/slf4j)/.*")) {
        Path jar = Path.of(entry);
        Files.createSymbolicLink(lib.resolve(jar.getFileName()), jar);
      }
    }
    for (String build : List.of("main", "change")) {
      Files.createSymbolicLink(
          Files.createDirectories(inputs.resolve(build)).resolve("target"),
          inputs.resolve("target"));
    }
  }

  /** The server of {@code java -jar app.jar}. */
  private void application() throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(Attributes.Name.MAIN_CLASS, SERVER);
    main.put(
        Attributes.Name.CLASS_PATH,
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(entry -> Path.of(entry).toUri().toString())
            .collect(Collectors.joining(" ")));
    try (OutputStream out = Files.newOutputStream(inputs.resolve("app.jar"));
        JarOutputStream jar = new JarOutputStream(out, manifest)) {
      jar.finish();
    }
  }

  /** Fleets of the walk from a slow fleet to a cache line. */
  private void fleets() throws IOException, InterruptedException, SQLException {
    String script = FoliotProcess.inTree("examples/slow-fleet/fleet.sh").toString();
    for (Map.Entry<String, String> fleet :
        Map.of("simulated", "0", "few", "24", "after", "96").entrySet()) {
      Process process =
          new ProcessBuilder(script, fleet.getValue())
              .redirectOutput(inputs.resolve(fleet.getKey() + ".csv").toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (process.waitFor() != 0) {
        throw new IllegalStateException(script + ": " + process.exitValue());
      }
    }
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement copy = duckdb.createStatement()) {
      copy.execute(
          ("COPY (SELECT *, sum(cpu * 900) OVER (PARTITION BY node ORDER BY time)"
                  + " AS cpu_seconds_total FROM '%s') TO '%s' (HEADER)")
              .formatted(inputs.resolve("simulated.csv"), inputs.resolve("nodes.csv")));
      copy.execute(
          "COPY (SELECT time, node AS pod, rps, cpu, start_time FROM '%s') TO '%s' (FORMAT parquet)"
              .formatted(inputs.resolve("nodes.csv"), inputs.resolve("day-1.parquet")));
    }
  }

  /**
   * The files of this module, and blocks of pages: {@code file mine.yaml => docs/start.md yaml 0}.
   * Rows such as {@code in:mine.yaml PATTERN => TEXT} shorten them.
   */
  private void files(Table shortest) throws IOException {
    try (Stream<Path> own = Files.list(FoliotProcess.inTree("checks/walk/files"))) {
      for (Path file : own.toList()) {
        String name = file.getFileName().toString();
        Files.writeString(inputs.resolve(name), written(Files.readString(file), name, shortest));
      }
    }
    for (Table.Row row : shortest.rows("file")) {
      shortest.use(row);
      String[] from = row.value().split(" ", -1);
      String block = DocumentedShell.blocks(from[0], from[1]).get(Integer.parseInt(from[2]));
      String name = row.pattern().pattern();
      Files.writeString(inputs.resolve(name), written(block, name, shortest));
    }
  }

  private String written(String text, String name, Table shortest) {
    String written = text;
    for (Table.Row row : shortest.rows("in:" + name)) {
      Matcher matcher = row.pattern().matcher(written);
      if (matcher.find()) {
        shortest.use(row);
        written = matcher.replaceAll(row.value());
      }
    }
    for (Map.Entry<String, String> known : names.entrySet()) {
      written = written.replace("${" + known.getKey() + "}", known.getValue());
    }
    return written;
  }

  @Override
  public void close() {
    if (relay != null) {
      relay.close();
    }
    observed.forEach(Process::destroyForcibly);
  }
}
