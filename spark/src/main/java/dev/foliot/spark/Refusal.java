package dev.foliot.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.util.VersionInfo;

/**
 * A store that refuses or does not answer, or files that Spark cannot read: one line with the
 * remedy.
 */
final class Refusal extends IOException {
  private static final long serialVersionUID = 1;

  private static final String KEYS =
      "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or spark.hadoop.fs.s3a.access.key and"
          + " spark.hadoop.fs.s3a.secret.key in spark-defaults.conf";

  private static final String ANONYMOUS =
      "org.apache.hadoop.fs.s3a.AnonymousAWSCredentialsProvider";

  /**
   * A kind of failure.
   *
   * @param sign what one of the causes says, with its class
   * @param line what is wrong and what to do; {@code $1} is the sign's first group that is there
   */
  private record Kind(Pattern sign, String line) {
    Kind(String sign, String line) {
      this(Pattern.compile(sign, Pattern.CASE_INSENSITIVE), line);
    }
  }

  /** Files wherever they are. */
  private static final List<Kind> OF_FILES =
      List.of(
          new Kind(
              "incompatible data types \"?([A-Z0-9(), ]+?)\"? and \"?([A-Z0-9(), ]+)",
              "a column is $1 in one file and $2 in another, which Spark does not join: write them"
                  + " with one type, or read them without --engine spark"),
          new Kind(
              "No space left on device|Disk quota exceeded",
              "Spark's disks are full: make room there, or name a folder with room with --conf"
                  + " spark.local.dir=FOLDER"),
          new Kind(
              "native zStandard library not available",
              "Spark unpacks zstd only with Hadoop's native library: pack it with gzip, or read it"
                  + " without --engine spark"));

  /** In the order in which they are tried: a cause may bear the signs of several. */
  private static final List<Kind> OF_STORES =
      List.of(
          new Kind(
              "Class org.apache.hadoop.fs.s3a.S3AFileSystem not found|No FileSystem for scheme"
                  + " \"?s3a",
              "Spark has no library for s3a:// on its class path: add --packages"
                  + " org.apache.hadoop:hadoop-aws:"
                  + VersionInfo.getVersion()),
          new Kind("No FileSystem for scheme \"?s3n?\\b", "write s3a:// in its place"),
          new Kind(
              "No FileSystem for scheme \"?([a-z0-9+.-]+)|Class (\\S*(?:FileSystem|Fs)) not found",
              "Spark has no library for this store on its class path: add it with --packages"),
          new Kind(
              "NoAuthWithAWS|NoAwsCredentials|No AWS Credentials|Unable to load credentials",
              "there are no credentials: "
                  + KEYS
                  + "; for a public bucket --conf"
                  + " spark.hadoop.fs.s3a.aws.credentials.provider="
                  + ANONYMOUS),
          new Kind(
              "UnknownStore|NoSuchBucket|bucket does not exist",
              "there is no such bucket: check its name, and --conf"
                  + " spark.hadoop.fs.s3a.endpoint=URL if it is not at AWS"),
          new Kind(
              "InvalidAccessKeyId|SignatureDoesNotMatch|AWSS3IOException.*40[13]|Status Code:"
                  + " 40[13]",
              "the store refuses these credentials: " + KEYS),
          new Kind(
              "PermanentRedirect|AWSRedirect|AuthorizationHeaderMalformed",
              "the bucket is in another region: name it with --conf"
                  + " spark.hadoop.fs.s3a.endpoint.region=NAME"),
          new Kind(
              "SIMPLE authentication is not enabled|GSSException|Kerberos",
              "the cluster wants a Kerberos ticket: run kinit first"),
          new Kind(
              "AccessControlException|Permission denied",
              "permission denied: ask for the right to read it, or set HADOOP_USER_NAME"),
          new Kind("Incomplete HDFS URI", "write hdfs://HOST:PORT/PATH"),
          new Kind(
              "UnknownHostException:?\\s*(?:Invalid host name[^\"]*\"([^\"]+)\"|([^\\s:;,]+))",
              "host $1 has no address: check its name"),
          new Kind(
              "ConnectException|Connection refused|ConnectTimeoutException|NoRouteToHost",
              "nobody answers at its address: check host and port"));

  private static final Pattern URL = Pattern.compile("[a-z][a-z0-9+.-]*://?[^\\s'\",;]*");

  Refusal(String line) {
    super(line);
  }

  /**
   * The line of a failure.
   *
   * @param words the request, whose first URL it is about
   * @return null if no store failed
   */
  static String line(Throwable e, List<String> words) {
    List<String> said = new ArrayList<>();
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof Refusal) {
        return cause.getMessage();
      }
      said.add(cause.getClass().getName() + ": " + cause.getMessage());
    }
    String all = String.join("\n", said);
    String file = words.get(0).equals("head") ? words.get(1) : words.size() > 2 ? words.get(2) : "";
    String line = line(OF_FILES, all);
    if (line != null) {
      return file.isEmpty() ? line : file.replaceFirst("^file:/+", "/") + ": " + line;
    }
    String url = url(words, said);
    line = url == null ? null : line(OF_STORES, all);
    return line == null ? null : url + ": " + line;
  }

  private static String line(List<Kind> kinds, String all) {
    for (Kind kind : kinds) {
      Matcher sign = kind.sign.matcher(all);
      if (sign.find()) {
        String line = kind.line;
        int at = 1;
        for (int i = 1; i <= sign.groupCount(); i++) {
          if (sign.group(i) != null) {
            line = line.replace("$" + at++, sign.group(i));
          }
        }
        return line;
      }
    }
    return null;
  }

  /** What a request names, or else what a message does: a query names views. */
  private static String url(List<String> words, List<String> said) {
    List<String> all = new ArrayList<>(words.subList(1, words.size()));
    all.addAll(said);
    for (String text : all) {
      Matcher url = URL.matcher(text);
      while (url.find()) {
        if (!url.group().startsWith("file:") && !url.group().startsWith("http")) {
          return url.group();
        }
      }
    }
    return null;
  }
}
