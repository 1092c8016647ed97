package dev.foliot.spark;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Assertions;
import org.junit.platform.commons.JUnitException;
import org.opentest4j.AssertionFailedError;

/** A store in a child of its own, on loopback. */
final class Server implements AutoCloseable {
  private static final Path STORES = Started.TARGET.resolve("stores");
  private static final Pattern PORT = Pattern.compile("\"namenode_port\" *: *([0-9]+)");
  private static final long MOST_S = 180;

  static final String KEY = "foliot";
  static final String SECRET = "only-for-this-test";

  private final Process process;
  private final Path log;
  private int port;

  private Server(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** S3Proxy, whose buckets are in memory. */
  static Server s3(Path folder) throws Exception {
    int port = freePort();
    Properties settings = new Properties();
    settings.setProperty("s3proxy.authorization", "aws-v2-or-v4");
    settings.setProperty("s3proxy.identity", KEY);
    settings.setProperty("s3proxy.credential", SECRET);
    settings.setProperty("s3proxy.endpoint", "http://127.0.0.1:" + port);
    settings.setProperty("jclouds.provider", "transient-nio2");
    Path file = folder.resolve("s3proxy.properties");
    try (var out = Files.newOutputStream(file)) {
      settings.store(out, null);
    }
    return start(
            folder,
            STORES.resolve("s3proxy.jar").toString(),
            "org.gaul.s3proxy.Main",
            "--properties",
            file.toString())
        .awaiting(() -> port);
  }

  /** Hadoop's MiniDFSCluster of one data node. */
  static Server hdfs(Path folder) throws Exception {
    Path details = folder.resolve("details.json");
    Server server =
        start(
            folder,
            STORES.resolve("minicluster.jar")
                + ":"
                + Started.HOME.resolve("jars")
                + "/*:"
                + Stream.of(Assertions.class, JUnitException.class, AssertionFailedError.class)
                    .map(Server::jar)
                    .collect(Collectors.joining(":")),
            "org.apache.hadoop.test.MiniDFSClusterManager",
            "-format",
            "-writeDetails",
            details.toString());
    return server.awaiting(() -> {
      Matcher port = PORT.matcher(Files.isRegularFile(details) ? Files.readString(details) : "");
      return port.find() ? Integer.parseInt(port.group(1)) : 0;
    });
  }

  /** MiniDFSCluster itself uses classes of JUnit. */
  private static String jar(Class<?> inside) {
    return inside.getProtectionDomain().getCodeSource().getLocation().getPath();
  }

  private static Server start(Path folder, String classPath, String... words) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(Started.driverJava(), "bin", "java").toString(),
                "-Xmx512m",
                "-Dtest.build.data=" + folder.resolve("data"),
                "-cp",
                classPath));
    command.addAll(List.of(words));
    Path log = folder.resolve("server.log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    return new Server(builder.start(), log);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** This server as soon as its port is known and open. */
  private Server awaiting(Callable<Integer> opened) throws Exception {
    try {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_S);
      for (int open = opened.call(); open == 0 || !isOpen(open); open = opened.call()) {
        if (!process.isAlive() || System.nanoTime() > end) {
          throw new IOException("it did not start: " + Files.readString(log));
        }
        process.waitFor(100, TimeUnit.MILLISECONDS);
      }
      port = opened.call();
      return this;
    } catch (Exception e) {
      close();
      throw e;
    }
  }

  private static boolean isOpen(int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (ConnectException e) {
      return false;
    }
  }

  int port() {
    return port;
  }

  /** Puts a folder into HDFS, as a user does. */
  void put(Path folder, Path local, String target) throws Exception {
    Path settings = Files.createDirectories(folder.resolve("settings"));
    Files.writeString(settings.resolve("core-site.xml"), "<configuration/>");
    List<String> command =
        List.of(
            Path.of(Started.driverJava(), "bin", "java").toString(),
            "-cp",
            settings + ":" + Started.HOME.resolve("jars") + "/*",
            "org.apache.hadoop.fs.FsShell",
            "-fs",
            "hdfs://127.0.0.1:" + port,
            "-put",
            local.toString(),
            target);
    Started.Ended ended = Started.run(folder, Map.of(), command);
    if (ended.exit() != 0) {
      throw new IOException(ended.err() + Files.readString(log));
    }
  }

  /** Makes a bucket of S3, and puts the files of a folder into it. */
  void makeBucket(String bucket, Path local) throws Exception {
    put("/" + bucket, new byte[0]);
    try (Stream<Path> files = Files.walk(local)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String key = local.relativize(file).toString().replace("=", "%3D");
        put("/" + bucket + "/" + key, Files.readAllBytes(file));
      }
    }
  }

  /** Signed as by version 2 of Amazon's signatures. */
  private void put(String path, byte[] bytes) throws Exception {
    String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    Mac mac = Mac.getInstance("HmacSHA1");
    mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
    String text = "PUT\n\n\n\nx-amz-date:" + date + "\n" + path;
    String signature =
        Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("x-amz-date", date)
            .header("Authorization", "AWS " + KEY + ":" + signature)
            .PUT(HttpRequest.BodyPublishers.ofByteArray(bytes))
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(answer.statusCode() + " " + answer.body());
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
