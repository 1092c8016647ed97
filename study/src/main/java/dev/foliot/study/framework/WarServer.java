package dev.foliot.study.framework;

import java.io.IOException;
import java.nio.file.Path;

/** A server that runs wars: it knows its home, and how it is started from another folder. */
interface WarServer {
  /**
   * How it is started.
   *
   * @param version its name and version
   */
  record Started(String version, Launch launch, Switching switching) {}

  /** Whether a folder is its home. */
  boolean isAt(Path home);

  /**
   * The path that it gives to a war, without a slash at the end.
   *
   * @param name of the war's file, without its ending
   */
  String context(String name);

  /**
   * Writes the files that it needs into the base of the request; its home stays as it is.
   *
   * @param context the war's path, without a slash at the end
   * @throws dev.foliot.text.FoliotException if it has no virtual threads
   */
  Started started(Path home, Archive war, String context, AppRequest request) throws IOException;
}
