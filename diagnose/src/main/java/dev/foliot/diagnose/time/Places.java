package dev.foliot.diagnose.time;

import dev.foliot.hotspot.code.JavaFrame;
import java.util.List;

/**
 * Whose method a frame is: the JDK's, a library's or the program's. Pure.
 *
 * <p>A library is known by its package. A program that is itself such a library has its outermost
 * method outside of the JDK taken as its own.
 */
public final class Places {
  /** Beginnings of the packages of common libraries. */
  private static final List<String> LIBRARIES =
      List.of(
          "akka.",
          "ch.qos.logback.",
          "com.alibaba.druid.",
          "com.datastax.",
          "com.fasterxml.",
          "com.github.benmanes.",
          "com.google.common.",
          "com.google.protobuf.",
          "com.lmax.",
          "com.mchange.",
          "com.mongodb.",
          "com.mysql.",
          "com.rabbitmq.",
          "com.zaxxer.",
          "groovy.",
          "io.aeron.",
          "io.grpc.",
          "io.helidon.",
          "io.lettuce.",
          "io.micrometer.",
          "io.micronaut.",
          "io.netty.",
          "io.opentelemetry.",
          "io.quarkus.",
          "io.reactivex.",
          "io.smallrye.",
          "io.undertow.",
          "io.vertx.",
          "kotlin.",
          "kotlinx.",
          "net.openhft.",
          "net.sf.ehcache.",
          "okhttp3.",
          "okio.",
          "oracle.jdbc.",
          "org.agrona.",
          "org.apache.",
          "org.eclipse.jetty.",
          "org.elasticsearch.",
          "org.glassfish.",
          "org.h2.",
          "org.hibernate.",
          "org.infinispan.",
          "org.jboss.",
          "org.postgresql.",
          "org.slf4j.",
          "org.springframework.",
          "org.xnio.",
          "reactor.",
          "redis.clients.",
          "scala.",
          "zio.");

  private Places() {}

  /**
   * The innermost method of the program, such as {@code com.acme.Ledger.add:41}; the outermost of a
   * library where there is none; empty where all are the JDK's.
   *
   * @param stack innermost first
   */
  public static String yours(List<JavaFrame> stack) {
    String outermost = "";
    for (JavaFrame frame : stack) {
      if (!frame.isOfJdk()) {
        if (!isOfLibrary(frame)) {
          return frame.place();
        }
        outermost = frame.place();
      }
    }
    return outermost;
  }

  /**
   * The method of a library that the program called, such as {@code
   * com.zaxxer.hikari.HikariDataSource.getConnection}; of the JDK's without its internals if it
   * called no other; empty if the program's own method is the innermost.
   *
   * @param stack innermost first
   */
  public static String library(List<JavaFrame> stack) {
    JavaFrame entry = null;
    for (JavaFrame frame : stack) {
      if (!frame.isOfJdk() && !isOfLibrary(frame)) {
        break;
      }
      boolean isInner = entry != null && !entry.isOfJdk() && frame.isOfJdk();
      if (!isInner) {
        entry = frame;
      }
    }
    return entry == null || entry.place().equals(yours(stack))
        ? ""
        : entry.className() + "." + entry.method();
  }

  /** Whether a method of the program was called by the loop of a library's pool. */
  static boolean isInPool(List<JavaFrame> stack) {
    boolean hasYours = false;
    boolean isOutermostOfLibrary = false;
    for (JavaFrame frame : stack) {
      if (!frame.isOfJdk()) {
        isOutermostOfLibrary = isOfLibrary(frame);
        hasYours |= !isOutermostOfLibrary;
      }
    }
    return hasYours && isOutermostOfLibrary;
  }

  /** Whether a thread runs a task of an executor of the JDK. */
  static boolean isInExecutor(List<JavaFrame> stack) {
    return stack.stream()
        .anyMatch(frame ->
            frame.className().equals("java.util.concurrent.ThreadPoolExecutor$Worker")
                || frame.className().equals("java.util.concurrent.ForkJoinWorkerThread"));
  }

  /** Whether a lookup in a hash map searches a tree of keys with the same hash. */
  static boolean isInTreeOfKeys(List<JavaFrame> stack) {
    for (JavaFrame frame : stack) {
      String name = frame.className();
      if (name.equals("java.util.HashMap$TreeNode")
          || name.equals("java.util.concurrent.ConcurrentHashMap$TreeNode")
          || name.equals("java.util.concurrent.ConcurrentHashMap$TreeBin")
          || frame.method().equals("comparableClassFor")) {
        return true;
      }
      if (!frame.isOfJdk() && !frame.method().equals("equals")) {
        return false;
      }
    }
    return false;
  }

  private static boolean isOfLibrary(JavaFrame frame) {
    String name = frame.className();
    return LIBRARIES.stream().anyMatch(name::startsWith);
  }
}
