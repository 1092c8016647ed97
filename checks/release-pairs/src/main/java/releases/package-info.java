/** Tasks for jsoup that use only what its releases since 1.7.2 have. */
package releases;
