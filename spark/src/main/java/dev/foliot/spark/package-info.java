/** Foliot's part in a driver of Apache Spark. Java 17, and no library but Spark's own. */
package dev.foliot.spark;
