package dev.foliot.cli.load;

import dev.foliot.load.Target;
import dev.foliot.store.Redaction;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;

/**
 * A URL on the command line: the server, and what is asked for.
 *
 * @param target the server
 * @param path from its slash on, with the query
 */
record LoadUrl(Target target, String path) {
  /**
   * Takes a URL apart. Placeholders may stand in its path.
   *
   * @throws FoliotException for any other text, with the remedy
   */
  static LoadUrl parse(String text) {
    String url = text.strip();
    int scheme = url.indexOf("://");
    if (scheme < 0) {
      throw FoliotException.usage(
          "'"
              + Shown.text(Redaction.text(url))
              + "' is no URL: write it with its scheme, as in http://127.0.0.1:8080/");
    }
    int end = scheme + 3;
    while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    String rest = url.substring(end);
    int fragment = rest.indexOf('#');
    String path = fragment < 0 ? rest : rest.substring(0, fragment);
    return new LoadUrl(
        Target.parse(url.substring(0, end)), path.startsWith("/") ? path : "/" + path);
  }
}
